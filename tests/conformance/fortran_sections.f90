! Array sections that are not contiguous as buffers in mpi_f08: messages, collective calls, one-sided communication,
! packing; blocking, non-blocking and persistent.
! ranks: 1 2 3 5
! output: sorted
program sections
   use mpi_f08
   implicit none
   integer, parameter :: rows = 9, columns = 7, layers = 3
   type pair
      integer :: first
      real(8) :: second
   end type
   integer :: me, n, wrong = 0, total, right, left
   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, me)
   call MPI_Comm_size(MPI_COMM_WORLD, n)
   right = mod(me + 1, n)
   left = mod(me - 1 + n, n)
   call check(MPI_SUBARRAYS_SUPPORTED, 'sections are supported')
   call shapes
   call parts
   call kinds
   call interleaved
   call datatypes
   call blocking_collectives
   call other_collectives
   call reductions
   call persistent
   call one_sided
   call packing
   call MPI_Allreduce(wrong, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
   if (total == 0 .and. me == 0) print '(a)', 'all checks passed'
   call MPI_Finalize()
contains
   subroutine check(holds, where)
      logical, intent(in) :: holds
      character(*), intent(in) :: where
      if (holds) return
      wrong = wrong + 1
      print *, 'rank', me, ': ', where
   end subroutine

   ! A cube whose elements tell where they are and whose they are.
   function cube(rank) result(a)
      integer, intent(in) :: rank
      integer :: a(rows, columns, layers), i, j, k
      do concurrent (i=1:rows, j=1:columns, k=1:layers)
         a(i, j, k) = 1000 * (rank + 1) + 100 * k + 10 * j + i
      end do
   end function

   ! Sections of all kinds, from everyone to the next: received into the same section of another array, whose other
   ! elements stay as they are, and into a contiguous one.
   subroutine shapes
      integer, asynchronous :: a(rows, columns, layers), b(rows, columns, layers), c(rows * columns * layers)
      integer :: expected(rows, columns, layers), from(rows, columns, layers), i
      integer :: first(3, 6), last(3, 6), step(3, 6), size
      a = cube(me)
      from = cube(left)
      first = reshape([2, 1, 1, 1, 2, 1, rows, columns, layers, 3, 4, 1, 2, 2, 2, rows, 1, 1], [3, 6])
      last = reshape([8, 7, 1, rows, 6, 3, 1, 1, 1, 3, 4, 3, 8, 6, 3, 1, columns, layers], [3, 6])
      step = reshape([3, 2, 1, 1, 2, 1, -2, -3, -1, 1, 1, 2, 1, 1, 1, -1, 1, 1], [3, 6])
      do i = 1, 6
         associate (f => first(:, i), l => last(:, i), s => step(:, i))
            size = product((l - f + s) / s)
            b = -1
            c = -1
            expected = -1
            expected(f(1):l(1):s(1), f(2):l(2):s(2), f(3):l(3):s(3)) = from(f(1):l(1):s(1), f(2):l(2):s(2), f(3):l(3):s(3))
            call exchange(a(f(1):l(1):s(1), f(2):l(2):s(2), f(3):l(3):s(3)), &
                          b(f(1):l(1):s(1), f(2):l(2):s(2), f(3):l(3):s(3)), size)
            call check(all(b == expected), 'section to section')
            call exchange(a(f(1):l(1):s(1), f(2):l(2):s(2), f(3):l(3):s(3)), c, size)
            call check(all(c(:size) == pack(expected(f(1):l(1):s(1), f(2):l(2):s(2), f(3):l(3):s(3)), .true.)) &
                       .and. all(c(size + 1:) == -1), 'section to array')
         end associate
      end do
   end subroutine

   subroutine exchange(from, to, size)
      type(*), dimension(..), asynchronous :: from, to
      integer, intent(in) :: size
      type(MPI_Request) :: requests(2)
      type(MPI_Status) :: statuses(2)
      integer :: received
      call MPI_Irecv(to, size, MPI_INTEGER, left, 1, MPI_COMM_WORLD, requests(1))
      call MPI_Isend(from, size, MPI_INTEGER, right, 1, MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, statuses)
      call MPI_Get_count(statuses(1), MPI_INTEGER, received)
      call check(received == size, 'elements received')
   end subroutine

   ! Fewer elements than the section has, in all numbers: MPI takes the first in Fortran's order.
   subroutine parts
      integer, asynchronous :: a(rows, columns, layers), b(rows, columns, layers)
      integer :: from(5, 4, 2), got(40), i
      type(MPI_Request) :: requests(2)
      a = cube(me)
      b = cube(left)
      from = b(1:rows:2, 1:columns:2, 1:layers:2)
      do i = 0, 40
         b = 0
         call MPI_Irecv(b(1:rows:2, 1:columns:2, 1:layers:2), i, MPI_INTEGER, left, 2, MPI_COMM_WORLD, requests(1))
         call MPI_Issend(a(1:rows:2, 1:columns:2, 1:layers:2), i, MPI_INTEGER, right, 2, MPI_COMM_WORLD, requests(2))
         call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
         got = pack(b(1:rows:2, 1:columns:2, 1:layers:2), .true.)
         call check(count(b /= 0) == i, 'as many elements as were sent')
         call check(all(got(:i) == reshape(from, [i])), 'first elements')
      end do
   end subroutine

   ! Elements of several sizes: characters, components of a type, bytes.
   subroutine kinds
      character(len=5), asynchronous :: words(8), others(8)
      type(pair), asynchronous :: pairs(6), twins(6)
      complex(8), asynchronous :: waves(4, 4), echoes(4, 4)
      integer :: i
      type(MPI_Request) :: requests(2)
      do i = 1, 8
         write (words(i), '(2i2,a1)') me, i, 'x'
      end do
      others = '-----'
      call MPI_Irecv(others(8:2:-2), 20, MPI_CHARACTER, left, 3, MPI_COMM_WORLD, requests(1))
      call MPI_Isend(words(1:8:2), 20, MPI_CHARACTER, right, 3, MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      write (words(1), '(2i2,a1)') left, 3, 'x'
      call check(others(6) == words(1) .and. all(others(1:7:2) == '-----'), 'words')

      pairs = [(pair(i, 0.5d0 * (i + me)), i=1, 6)]
      twins = pair(0, 0)
      call MPI_Sendrecv(pairs%second, 6, MPI_DOUBLE_PRECISION, right, 4, twins%second, 6, MPI_DOUBLE_PRECISION, left, 4, &
                        MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call check(all(twins%second == [(0.5d0 * (i + left), i=1, 6)]) .and. all(twins%first == 0), 'components')
      call MPI_Irecv(twins(2:5)%first, 16, MPI_BYTE, left, 5, MPI_COMM_WORLD, requests(1))
      call MPI_Isend(pairs(3:6)%first, 16, MPI_BYTE, right, 5, MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      call check(all(twins%first == [0, 3, 4, 5, 6, 0]), 'bytes of components')

      waves = reshape([(cmplx(i, me, 8), i=1, 16)], [4, 4])
      echoes = 0
      call MPI_Irecv(echoes(2:3, 2:3), 4, MPI_DOUBLE_COMPLEX, left, 6, MPI_COMM_WORLD, requests(1))
      call MPI_Isend(waves(:, 3), 4, MPI_DOUBLE_COMPLEX, right, 6, MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      call check(all(real(pack(echoes(2:3, 2:3), .true.)) == [9, 10, 11, 12]) .and. count(echoes /= 0) == 4, 'complex')
      echoes = 0
      call MPI_Irecv(echoes%im, 16, MPI_DOUBLE_PRECISION, left, 7, MPI_COMM_WORLD, requests(1))
      call MPI_Isend(waves%re, 16, MPI_DOUBLE_PRECISION, right, 7, MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      call check(all(echoes%im == waves%re) .and. all(echoes%re == 0), 'parts of complex numbers')
   end subroutine

   ! Several operations at a time on elements of one array that lie between each other.
   subroutine interleaved
      integer, asynchronous :: a(4 * n), from(n), pair(2)
      integer :: i
      logical :: done
      type(MPI_Request) :: requests(4)
      a = -1
      from = [(100 * me + i, i=1, n)]
      pair = [me, 8]
      call MPI_Ialltoall(from, 1, MPI_INTEGER, a(1::4), 1, MPI_INTEGER, MPI_COMM_WORLD, requests(1))
      call MPI_Irecv(a(2:4:2), 2, MPI_INTEGER, left, 8, MPI_COMM_WORLD, requests(2))
      call MPI_Isend(pair, 2, MPI_INTEGER, right, 8, MPI_COMM_WORLD, requests(3))
      call MPI_Iallgather(me, 1, MPI_INTEGER, a(3::4), 1, MPI_INTEGER, MPI_COMM_WORLD, requests(4))
      call MPI_Wait(requests(4), MPI_STATUS_IGNORE)
      call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE)
      call check(all(a(1::4) == [(100 * i + me + 1, i=0, n - 1)]), 'all to all into a section')
      call check(all(a(3::4) == [(i, i=0, n - 1)]), 'gathered into a section')
      call check(all(a(2:4:2) == [left, 8]) .and. count(a == -1) == 2 * n - 2, 'received between them')
      call MPI_Ibcast(a(1::2), 2 * n, MPI_INTEGER, 0, MPI_COMM_WORLD, requests(1))
      do
         call MPI_Test(requests(1), done, MPI_STATUS_IGNORE)
         if (done) exit
      end do
      call check(all(a(1::4) == [(100 * i + 1, i=0, n - 1)]), 'broadcast')
   end subroutine

   ! Derived datatypes over a section: elements of the datatype are taken from the section as if it were contiguous.
   subroutine datatypes
      integer, asynchronous :: a(24), b(24), c(12)
      integer :: i
      type(MPI_Datatype) :: gaps
      type(MPI_Request) :: requests(3)
      a = [(100 * me + i, i=1, 24)]
      b = 0
      ! Two of three elements, twice: elements 1, 2, 4 and 5 of the section.
      call MPI_Type_vector(2, 2, 3, MPI_INTEGER, gaps)
      call MPI_Type_commit(gaps)
      call MPI_Irecv(b(1::2), 1, gaps, left, 9, MPI_COMM_WORLD, requests(1))
      call MPI_Isend(a(2::2), 1, gaps, right, 9, MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      call check(all(b(1::2) == [100 * left + 2, 100 * left + 4, 0, 100 * left + 8, 100 * left + 10, (0, i=6, 12)]), 'gaps')
      call check(all(b(2::2) == 0), 'between gaps')
      call MPI_Isend(a(2::2), 1, gaps, right, 9, MPI_COMM_WORLD, requests(1))
      call MPI_Recv(c, 12, MPI_INTEGER, left, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
      call check(all(c(:4) == 100 * left + [2, 4, 8, 10]), 'sent with gaps')
      call MPI_Type_free(gaps)
   end subroutine

   subroutine blocking_collectives
      integer :: a(2, 3 * n), b(2, 3 * n), counts(n), places(n), i
      a = reshape([(100 * me + i, i=1, 6 * n)], [2, 3 * n])
      b = 0
      call MPI_Alltoall(a(1, :), 3, MPI_INTEGER, b(2, :), 3, MPI_INTEGER, MPI_COMM_WORLD)
      call check(all(b(2, ::3) == [(100 * i + 6 * me + 1, i=0, n - 1)]) .and. all(b(1, :) == 0), 'all to all')
      b = 0
      counts = 2
      places = [(3 * (n - i) + 1, i=1, n)]
      call MPI_Allgatherv(a(2, 1:3:2), 2, MPI_INTEGER, b(1, :), counts, places, MPI_INTEGER, MPI_COMM_WORLD)
      call check(all(b(1, 3 * n - 1:2:-3) == [(100 * i + 2, i=0, n - 1)]) .and. count(b /= 0) == 2 * n, 'gathered')
      b = 0
      call MPI_Gather(a(1, 1:2), 2, MPI_INTEGER, b(1, 1:2 * n), 2, MPI_INTEGER, n - 1, MPI_COMM_WORLD)
      if (me == n - 1) call check(all(b(1, 2:2 * n:2) == [(100 * i + 3, i=0, n - 1)]), 'at the root')
      if (me /= n - 1) call check(all(b == 0), 'nothing elsewhere')
      call MPI_Scatter(b(1, 1:2 * n), 2, MPI_INTEGER, a(2, 1:2), 2, MPI_INTEGER, n - 1, MPI_COMM_WORLD)
      call check(all(a(2, 1:2) == 100 * me + [1, 3]), 'scattered')
      b(1, :) = me
      call MPI_Bcast(b(1, :), 3 * n, MPI_INTEGER, n - 1, MPI_COMM_WORLD)
      call check(all(b(1, :) == n - 1), 'broadcast')
      b = 1
      call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b(2, 1:n), 1, MPI_INTEGER, MPI_COMM_WORLD)
      call check(all(b(2, 1:n) == 1), 'in place')
   end subroutine

   subroutine other_collectives
      integer, asynchronous :: a(2, 3 * n), b(2, 3 * n), counts(n), places(n)
      integer :: i
      type(MPI_Datatype) :: types(n)
      type(MPI_Request) :: requests(3)
      type(MPI_Status) :: status
      integer :: which
      a = reshape([(100 * me + i, i=1, 6 * n)], [2, 3 * n])
      b = 0
      counts = 1
      places = [(12 * (i - 1), i=1, n)]
      types = MPI_INTEGER
      call MPI_Ialltoallw(a(2, :), counts, places, types, b(1, :), counts, places, types, MPI_COMM_WORLD, requests(1))
      call MPI_Igather(a(1, 3:1:-2), 2, MPI_INTEGER, b(2, 1:2 * n), 2, MPI_INTEGER, 0, MPI_COMM_WORLD, requests(2))
      requests(3) = MPI_REQUEST_NULL
      call MPI_Waitany(3, requests, which, status)
      call MPI_Waitany(3, requests, which, status)
      call check(all(b(1, ::3) == [(100 * i + 6 * me + 2, i=0, n - 1)]), 'all to all with types')
      if (me == 0) call check(all(b(2, 2:2 * n:2) == [(100 * i + 1, i=0, n - 1)]), 'gathered backwards')
   end subroutine

   subroutine reductions
      integer, asynchronous :: a(2, n), b(3, n)
      integer :: i
      type(MPI_Request) :: request
      logical :: flag
      a(1, :) = [(i * (me + 1), i=1, n)]
      a(2, :) = 1000
      b = 0
      call MPI_Allreduce(a(1, :), b(2, :), n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
      call check(all(b(2, :) == [(i * n * (n + 1) / 2, i=1, n)]) .and. all(b(1::2, :) == 0), 'sum')
      call MPI_Iallreduce(a(1, :), b(3, :), n, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, request)
      do
         call MPI_Request_get_status(request, flag, MPI_STATUS_IGNORE)
         if (flag) exit
      end do
      call check(all(b(3, :) == [(i * n, i=1, n)]), 'largest, before the request is completed')
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(b(3, :) == [(i * n, i=1, n)]) .and. all(b(1, :) == 0), 'largest')
      call MPI_Iscan(MPI_IN_PLACE, a(1, :), n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call check(all(a(1, :) == [(i * (me + 1) * (me + 2) / 2, i=1, n)]) .and. all(a(2, :) == 1000), 'scan')
      a(1, :) = me
      call MPI_Reduce_scatter_block(a(1, :), b(1, n:1:-1), 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
      call check(b(1, n) == n * (n - 1) / 2, 'scattered sum')
      call MPI_Reduce_local(a(2, :), b(1, :), n, MPI_INTEGER, MPI_SUM)
      call check(b(1, n) == n * (n - 1) / 2 + 1000, 'local')
   end subroutine

   subroutine persistent
      integer, asynchronous :: a(3, n), b(2, n), c(2, n)
      type(MPI_Request) :: requests(3)
      integer :: round
      b = 0
      c = 0
      call MPI_Allreduce_init(a(2, :), b(1, :), n, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, requests(1))
      call MPI_Send_init(a(3, :), n, MPI_INTEGER, right, 10, MPI_COMM_WORLD, requests(2))
      call MPI_Recv_init(c(2, :), n, MPI_INTEGER, left, 10, MPI_COMM_WORLD, requests(3))
      do round = 1, 3
         a(2, :) = round
         a(3, :) = 10 * round + me
         call MPI_Start(requests(1))
         call MPI_Startall(2, requests(2:3))
         call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE)
         call check(all(b(1, :) == round * n) .and. all(b(2, :) == 0), 'sum again')
         call check(all(c(2, :) == 10 * round + left) .and. all(c(1, :) == 0), 'message again')
         call MPI_Barrier(MPI_COMM_WORLD)
      end do
      call MPI_Request_free(requests(1))
      call MPI_Request_free(requests(2))
      call MPI_Request_free(requests(3))
   end subroutine

   subroutine one_sided
      integer, asynchronous :: window(12), a(2, 6), b(2, 6)
      integer :: i
      type(MPI_Win) :: win
      window = 0
      a(1, :) = [(10 * me + i, i=1, 6)]
      a(2, :) = 1
      b = 0
      call MPI_Win_create(window, 48_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
      call MPI_Win_fence(0, win)
      call MPI_Put(a(1, :), 6, MPI_INTEGER, right, 3_MPI_ADDRESS_KIND, 6, MPI_INTEGER, win)
      call MPI_Win_fence(0, win)
      call check(all(window == [0, 0, 0, (10 * left + i, i=1, 6), 0, 0, 0]), 'put')
      call MPI_Accumulate(a(2, ::2), 3, MPI_INTEGER, right, 4_MPI_ADDRESS_KIND, 3, MPI_INTEGER, MPI_SUM, win)
      call MPI_Win_fence(0, win)
      call check(all(window(5:7) == [(10 * left + i + 1, i=2, 4)]), 'accumulated')
      call MPI_Get(b(2, :), 6, MPI_INTEGER, me, 3_MPI_ADDRESS_KIND, 6, MPI_INTEGER, win)
      call MPI_Win_fence(0, win)
      call check(all(b(2, :) == window(4:9)) .and. all(b(1, :) == 0), 'got')
      call MPI_Get_accumulate(a(2, 1:2), 2, MPI_INTEGER, b(1, 6:5:-1), 2, MPI_INTEGER, me, 3_MPI_ADDRESS_KIND, 2, &
                              MPI_INTEGER, MPI_SUM, win)
      call MPI_Win_fence(0, win)
      call check(all(b(1, :) == [0, 0, 0, 0, 10 * left + 3, 10 * left + 1]), 'got and accumulated')
      call check(all(window(4:5) == [10 * left + 2, 10 * left + 4]), 'accumulated again')
      call MPI_Win_free(win)
   end subroutine

   subroutine packing
      integer :: a(3, 4), b(3, 4), i, at
      integer(MPI_ADDRESS_KIND) :: place
      character(len=100) :: packed
      a = reshape([(i, i=1, 12)], [3, 4])
      b = 0
      at = 0
      call MPI_Pack(a(2:3, ::2), 4, MPI_INTEGER, packed, 100, at, MPI_COMM_WORLD)
      call check(at == 16, 'packed')
      at = 0
      call MPI_Unpack(packed, 100, at, b(1:3:2, 2:1:-1), 4, MPI_INTEGER, MPI_COMM_WORLD)
      call check(all(b == reshape([8, 0, 9, 2, 0, 3, 0, 0, 0, 0, 0, 0], [3, 4])), 'unpacked')
      place = 0
      call MPI_Pack_external('external32', a(1, :), 4, MPI_INTEGER, packed, 100_MPI_ADDRESS_KIND, place)
      call check(place == 16, 'packed for others')
      place = 0
      b = 0
      call MPI_Unpack_external('external32', packed, 100_MPI_ADDRESS_KIND, place, b(3, :), 4, MPI_INTEGER)
      call check(all(b(3, :) == a(1, :)) .and. all(b(:2, :) == 0), 'unpacked from others')
   end subroutine
end program
