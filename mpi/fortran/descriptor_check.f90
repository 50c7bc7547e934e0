! Whether a compiler passes descriptors of any type and rank to C, and descriptor.c reads them: status 0.
program descriptor_check
   use, intrinsic :: iso_c_binding
   implicit none
   type, bind(C) :: section_type
      type(c_ptr) :: base
      integer(c_size_t) :: element
      integer(c_intptr_t) :: rank, extent(15), stride(15)
   end type
   interface
      subroutine read_descriptor(buffer, section) bind(C, name="wt_f_read_descriptor")
         import
         type(*), dimension(..), asynchronous :: buffer
         type(section_type), intent(out) :: section
      end subroutine
   end interface
   type(section_type) :: section
   real(8), target :: matrix(10, 7)
   integer, target :: number
   character(len=5), target :: words(9)

   call read_descriptor(matrix(2:9:3, 6:1:-2), section)
   call check(c_associated(section%base, c_loc(matrix(2, 6))) .and. section%element == 8 .and. section%rank == 2)
   call check(all(section%extent(:2) == [3, 3]) .and. all(section%stride(:2) == [24, -160]))
   call read_descriptor(number, section)
   call check(c_associated(section%base, c_loc(number)) .and. section%element == 4 .and. section%rank == 0)
   call read_descriptor(words(1:9:4), section)
   call check(section%element == 5 .and. section%rank == 1)
   call check(section%extent(1) == 3 .and. section%stride(1) == 20)
   call assumed_size(matrix)

contains

   subroutine assumed_size(array)
      real(8), target :: array(4, *)
      call read_descriptor(array, section)
      call check(c_associated(section%base, c_loc(array(1, 1))) .and. section%element == 8 .and. section%rank == 2)
      call check(section%extent(1) == 4 .and. section%extent(2) == -1)
   end subroutine

   subroutine check(right)
      logical, intent(in) :: right
      if (.not. right) stop 1
   end subroutine
end program
