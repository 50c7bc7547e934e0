"""Ranks that compute in worker processes call functions of libraries, and go back to a worker after them: nothing shows it."""

import pytest
from test_determinism import same
from test_image_workers import TABLES, at_once

# Within long blocks: functions that only compute, that keep a state, that allocate, that call the program back, that return elsewhere, and that throw.
FUNCTIONS = """#include <algorithm>
#include <cctype>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>
static int rank_, size_, mistakes;
static volatile double sink;
static void check(bool right, const char *what)
{
    if (!right) printf("rank %d: %s\\n", rank_, what), mistakes++;
}
static double work(int amount)
{
    double sum = 0;
    for (int i = 1; i < 2000 * amount; i++) sum += 1.0 / (i * (double)i + sum);
    sink = sink + sum;
    return sum;
}
static int compared;
static jmp_buf out;
enum Way { SORTS, THROWS, JUMPS, CALLS } way;
static int compare(const void *a, const void *b)
{
    if (++compared == 700 && way == THROWS) throw std::runtime_error("out of a comparison");
    if (compared == 700 && way == JUMPS) longjmp(out, 1);
    if (compared == 700 && way == CALLS) {
        int total = 0;
        MPI_Allreduce(&compared, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        check(total == 700 * size_, "a reduction within a function");
        work(20);
    }
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static void sort(Way how)
{
    std::vector<double> all(3000);
    for (int i = 0; i < 3000; i++) all[i] = (i * 7919 + rank_) % 3001;
    way = how;
    compared = 0;
    if (how == JUMPS && setjmp(out) != 0) {
        work(20);
        return;
    }
    bool caught = false;
    try {
        qsort(all.data(), all.size(), sizeof all[0], compare);
    } catch (const std::runtime_error &) {
        caught = true;
    }
    work(20);
    check(caught == (how == THROWS), "an exception out of a comparison");
    check(caught || std::is_sorted(all.begin(), all.end()), "an order");
}
static void random_numbers(int step)
{
    static random_data data;
    static char state[128];
    static unsigned short words[3];
    if (step == 0) {
        srand(40 + rank_);
        initstate_r(40 + rank_, state, sizeof state, &data);
        srand48(rank_);
        words[0] = 0x330e, words[1] = rank_, words[2] = 0;
    }
    for (int i = 0; i < 2000; i++) {
        int32_t other;
        random_r(&data, &other);
        check(i % 2 ? rand() == other : random() == other, "a random number");
        check(drand48() == erand48(words), "a random number of 48 bits");
    }
}
static void memory(int step)
{
    std::vector<char *> blocks;
    for (int i = 0; i < 60; i++) {
        void *p = nullptr;
        size_t align = 16 << i % 9, bytes = i * 977 % 40000 * (i % 13 ? 1 : 20);
        if (i % 3 == 0) check(posix_memalign(&p, align, bytes) == 0, "posix_memalign");
        else if (i % 3 == 1) p = aligned_alloc(align, bytes);
        else p = operator new(bytes, std::align_val_t(align));
        check(reinterpret_cast<size_t>(p) % align == 0, "an alignment");
        memset(p, i + step, bytes);
        if (i % 3 == 2) operator delete(p, std::align_val_t(align));
        else blocks.push_back(static_cast<char *>(p));
    }
    for (char *block : blocks) free(block);
    void *none = &none;
    check(posix_memalign(&none, 24, 8) != 0 && none == &none, "an alignment that is none");
    char *copy = strdup("a text to copy"), *part = strndup(copy, 6);
    check(!strcmp(copy, "a text to copy") && !strcmp(part, "a text"), "a copied text");
    free(copy), free(part);
}
static void text(int step)
{
    char line[100], *end;
    snprintf(line, sizeof line, "%d,%d;%g", rank_, step, 0.5);
    work(20);
    check(strtol(line, &end, 10) == rank_ && *end == ',', "a number");
    work(20);
    char *first = strtok(line, ",");
    work(20);
    char *second = strtok(nullptr, ";"), *third = strtok(nullptr, ";");
    check(atoi(first) == rank_ && atoi(second) == step && strtod(third, nullptr) == 0.5, "a part");
    work(20);
    check(toupper('a') == 'A' && getenv("OMP_NUM_THREADS")[0] == '1', "a letter");
    work(20);
    std::string name;
    for (int i = 0; i < 30; i++) name += std::to_string(i);
    check(name.size() == 50, "a string");
    try {
        check(std::stoi("none") == 0, "no number");
    } catch (const std::invalid_argument &) {
        mistakes--;
    }
    mistakes++;
    try {
        std::vector<int>(3).at(step + 3) = 0;
        mistakes++;
    } catch (const std::out_of_range &) {
        work(20);
    }
}
static void containers()
{
    std::unordered_map<int, std::shared_ptr<double>> all;
    for (int i = 0; i < 3000; i++) all[i * 7919 % 3001] = std::make_shared<double>(i);
    auto other = all[7919 % 3001];
    check(*other == 1 && other.use_count() == 2, "a pointer");
}
static void mathematics()
{
    double sum = 0;
    for (int i = 1; i < 3000; i++) sum += acos(1.0 / i) + pow(i, 0.3) + erf(0.001 * i) + log10(i) + exp(-700.0 - i) + tgamma(1 + i % 9);
    check(sum > 0, "a sum");
    volatile double x = -0.5;
    check(lgamma(x) > 1.26 && signgam == -1, "the sign of a gamma function");
    work(20);
}
static void threads(int step)
{
    static pthread_key_t key;
    if (step == 0) check(pthread_key_create(&key, nullptr) == 0, "a key");
    check(pthread_getspecific(key) == (step ? &mistakes + step : nullptr), "what is a thread's own");
    pthread_setspecific(key, &mistakes + step + 1);
    double sum = 0, tasks = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 100)
    for (int i = 1; i < 20000; i++) sum += 1.0 / (i * (double)i);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 5; i++) {
#pragma omp task shared(tasks)
        {
#pragma omp atomic
            tasks += work(4) > 0;
        }
    }
    check(sum > 1.64 && sum < 1.65 && tasks == 5 && omp_get_max_threads() == 1, "a parallel region");
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    for (int step = 0; step < 5; step++) {
        work(100 + 10 * rank_);
        random_numbers(step);
        memory(step);
        text(step);
        sort(Way(step % 4));
        containers();
        mathematics();
        threads(step);
        printf("rank %d step %d, ", rank_, step);
        work(100);
        printf("and again\\n");
        if (rank_ == step) {
            FILE *log = fopen("log.txt", "a");
            fprintf(log, "rank %d\\n", rank_);
            fclose(log);
            work(100);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    printf("rank %d: %d mistakes\\n", rank_, mistakes);
    MPI_Finalize();
    return mistakes != 0;
}
"""


@pytest.fixture
def functions(windtunnel, tmp_path):
    (tmp_path / "functions.cc").write_text(FUNCTIONS)
    options = ["-O2", "-std=c++17", "-fopenmp", "-o", "functions", "functions.cc"]
    done = windtunnel.execute(windtunnel.prefix / "bin" / "wtcxx", *options, cwd=tmp_path)
    assert done.status == 0, done.err
    return tmp_path / "functions"


BASE = ["-n", 6, "-p", "fat-tree", "-x", "OMP_NUM_THREADS=1"]


@pytest.mark.parametrize("how", ["replayed", "named"])
def test_functions_are_called_from_workers_as_from_one_process(windtunnel, tmp_path, functions, how):
    (tmp_path / "named.toml").write_text('[[block]]\nphase = "0"\ntime = "30 us"\n')
    if how == "replayed":
        windtunnel.must("run", "-q", "--out", "replayed", *BASE, functions, cwd=tmp_path)
    compute = {"replayed": "./replayed", "named": "none+named.toml"}[how]
    texts = []
    for workers in (1, 2, 3, 7):
        (tmp_path / "log.txt").unlink(missing_ok=True)
        options = ["-q", "--out", f"of-{workers}", *BASE, *TABLES, "--compute", compute, "--workers", workers]
        done = windtunnel.must("run", *options, "--mode", "images", functions, cwd=tmp_path)
        texts.append((done.out, done.err, (tmp_path / "log.txt").read_text()))
        if workers > 1:
            same(tmp_path / "of-1", tmp_path / f"of-{workers}")
    assert all(f"rank {rank}: 0 mistakes" in texts[0][0] for rank in range(6)), texts[0][0]
    assert texts[1:] == [texts[0]] * 3
    assert at_once(tmp_path / "of-1") is None and at_once(tmp_path / "of-3") > 1


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_measured_blocks_go_on_after_functions(windtunnel, tmp_path, functions, workers):
    options = ["-q", *BASE, "--workers", workers, "--mode", "images"]
    done = windtunnel.must("run", *options, functions, cwd=tmp_path)
    assert all(f"rank {rank}: 0 mistakes" in done.out for rank in range(6)), done.out
