/* A derived type with gaps in external32.
 * ranks: 1
 * mpich: 5.0.2 dies of an illegal instruction when it packs a struct type in external32 */
#include "conformance.h"

int main(int argc, char **argv)
{
    unsigned char buffer[200];
    MPI_Aint position = 0;
    start(&argc, &argv);
    struct { char a; int b; } pair = { 'x', 0x0a0b0c0d }, got_pair = { 0, 0 };
    int lengths[2] = { 1, 1 };
    MPI_Aint places[2] = { 0, (char *)&pair.b - (char *)&pair };
    MPI_Datatype types[2] = { MPI_CHAR, MPI_INT }, type;
    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    MPI_Pack_external("external32", &pair, 1, type, buffer, sizeof buffer, &position);
    EQUAL(position, 5);
    CHECK(!memcmp(buffer, "x\x0a\x0b\x0c\x0d", 5));
    position = 0;
    MPI_Unpack_external("external32", buffer, sizeof buffer, &position, &got_pair, 1, type);
    CHECK(got_pair.a == pair.a && got_pair.b == pair.b);
    MPI_Type_free(&type);
    return finish();
}
