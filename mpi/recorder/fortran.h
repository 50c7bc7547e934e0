/* Fortran's procedures. The real library's convert their arguments and call MPI_X or PMPI_X, which are both the recorder's. What
 * is lost on the way is where the program made the call: so the procedures have entries here that note it and go on in the
 * real library's procedure, whatever its arguments are. On other processors a call's place is in the library.
 */

/* Where the program has called the procedure under way; NULL if a C function is. */
static __thread const void *fortran_site __attribute__((used, tls_model("initial-exec")));

#if defined __x86_64__ && defined PROCEDURES
#define PROCEDURE_NAME(number, name) #name,
static const char *const procedure_names[] = {PROCEDURES(PROCEDURE_NAME)};

/* The real library's procedure of this number. */
__attribute__((used)) static void *find_procedure(int number)
{
    void *found = dlsym(RTLD_NEXT, procedure_names[number]);
    /* A library that an interpreter has loaded for a module of its own. */
    static const char *const libraries[] = {FORTRAN_LIBRARIES};
    for (size_t i = 0; !found && i < sizeof libraries / sizeof *libraries; i++) {
        void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_NOLOAD);
        if (library) found = dlsym(library, procedure_names[number]);
    }
    if (!found) {
        fprintf(stderr, "windtunnel: recording: the program's MPI library has no %s\n", procedure_names[number]);
        abort();
    }
    return found;
}

/* The return address goes to fortran_site and back. Arguments stay where they are: no register of theirs is used. */
#define PROCEDURE(number, name)                                                                                       \
    ".globl " #name "\n.type " #name ", @function\n" #name ":\n"                                                      \
    "    movq fortran_site@gottpoff(%rip), %r11\n    popq %fs:(%r11)\n    pushq %fs:(%r11)\n"                         \
    "    jmp *.Lprocedures+8*" #number "(%rip)\n"                                                                     \
    ".Lfirst" #number ":\n    movl $" #number ", %eax\n    jmp .Lfind\n.size " #name ", .-" #name "\n"
#define PROCEDURE_PLACE(number, name) ".quad .Lfirst" #number "\n"

__asm__(".text\n" PROCEDURES(PROCEDURE)
        ".Lfind:\n"
        "    pushq %rdi\n    pushq %rsi\n    pushq %rdx\n    pushq %rcx\n    pushq %r8\n    pushq %r9\n    pushq %rax\n"
        "    movl %eax, %edi\n    call find_procedure\n    popq %rcx\n    leaq .Lprocedures(%rip), %r11\n"
        "    movq %rax, (%r11,%rcx,8)\n    movq %rax, %r11\n"
        "    popq %r9\n    popq %r8\n    popq %rcx\n    popq %rdx\n    popq %rsi\n    popq %rdi\n"
        "    jmp *%r11\n"
        ".data\n.balign 8\n.Lprocedures:\n" PROCEDURES(PROCEDURE_PLACE) ".text\n");
#endif
