/* Packing into one message by hand, in native form and in external32, with and without large counts.
 * ranks: 1 2 */
#include "conformance.h"

static void native(void)
{
    char buffer[400];
    int position = 0, numbers[5] = { 1, 2, 3, 4, 5 }, size, total = 0, got[5];
    double value = 2.5, got_value = 0;
    MPI_Count place = 0, bytes;
    MPI_Datatype every_other;
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Pack_size(1, every_other, MPI_COMM_WORLD, &size);
    CHECK(size >= 12);
    total += size;
    MPI_Pack_size(1, MPI_DOUBLE, MPI_COMM_WORLD, &size);
    total += size;
    MPI_Pack_size_c(1, MPI_DOUBLE, MPI_COMM_WORLD, &bytes);
    EQUAL(bytes, size);
    MPI_Pack(numbers, 1, every_other, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
    MPI_Pack(&value, 1, MPI_DOUBLE, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
    CHECK(position <= total);
    int to = (world_rank + 1) % world_size, from = (world_rank + world_size - 1) % world_size;
    MPI_Sendrecv_replace(buffer, position, MPI_PACKED, to, 0, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    position = 0;
    MPI_Unpack(buffer, sizeof buffer, &position, got, 3, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack(buffer, sizeof buffer, &position, &got_value, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(got[0] == 1 && got[1] == 3 && got[2] == 5 && got_value == 2.5);

    MPI_Pack_c(&value, 1, MPI_DOUBLE, buffer, sizeof buffer, &place, MPI_COMM_WORLD);
    EQUAL(place, 8);
    place = 0;
    got_value = 0;
    MPI_Unpack_c(buffer, sizeof buffer, &place, &got_value, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    CHECK(got_value == 2.5);
    /* Packed data may be received as what they are. */
    position = 0;
    MPI_Pack(numbers, 5, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
    MPI_Sendrecv(buffer, position, MPI_PACKED, to, 1, got, 5, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(!memcmp(got, numbers, sizeof got));
    MPI_Type_free(&every_other);
}

static void print(const char *label, const unsigned char *bytes, int n)
{
    char line[200];
    int length = snprintf(line, sizeof line, "%s:", label);
    for (int i = 0; i < n; i++)
        length += snprintf(line + length, sizeof line - length, " %02x", bytes[i]);
    say("%s", line);
}

/* external32 has the same bytes everywhere. */
static void external(void)
{
    unsigned char buffer[200];
    MPI_Aint position = 0, size = 0;
    MPI_Count place = 0, large = 0;
    int whole[2] = { 1, -2 }, got[2] = { 0, 0 };
    double value = -0.15625, got_value = 0;
    short narrow = 0x1234;
    long wide = 0x0102030405060708;
    MPI_Pack_external_size("external32", 2, MPI_INT, &size);
    EQUAL(size, 8);
    MPI_Pack_external("external32", whole, 2, MPI_INT, buffer, sizeof buffer, &position);
    MPI_Pack_external("external32", &value, 1, MPI_DOUBLE, buffer, sizeof buffer, &position);
    MPI_Pack_external("external32", &narrow, 1, MPI_SHORT, buffer, sizeof buffer, &position);
    EQUAL(position, 18);
    print("int int double short", buffer, 18);
    MPI_Pack_external_size_c("external32", 1, MPI_INT64_T, &large);
    EQUAL(large, 8);
    MPI_Pack_external_c("external32", &wide, 1, MPI_INT64_T, buffer + 18, 100, &place);
    print("int64", buffer + 18, (int)place);
    position = 0;
    MPI_Unpack_external("external32", buffer, 18, &position, got, 2, MPI_INT);
    MPI_Unpack_external("external32", buffer, 18, &position, &got_value, 1, MPI_DOUBLE);
    CHECK(got[0] == 1 && got[1] == -2 && got_value == value);
    place = 0;
    long got_wide = 0;
    MPI_Unpack_external_c("external32", buffer + 18, 8, &place, &got_wide, 1, MPI_INT64_T);
    CHECK(got_wide == wide);
}

int main(int argc, char **argv)
{
    start(&argc, &argv);
    native();
    external();
    return finish();
}
