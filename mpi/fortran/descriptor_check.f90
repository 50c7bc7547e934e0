! Whether descriptor.c reads a compiler's descriptors of arrays of any type and rank: status 0.
module checks
   use, intrinsic :: iso_c_binding
   implicit none
   type, bind(C) :: section_type
      type(c_ptr) :: base
      integer(c_size_t) :: element
      integer(c_intptr_t) :: rank, extent(15), stride(15)
   end type
   interface
      subroutine read_c(buffer, section) bind(C, name="wt_f_check_c")
         import
         type(*), dimension(..), asynchronous :: buffer
         type(section_type), intent(out) :: section
      end subroutine
      subroutine wt_f_check_own(buffer, section)
         import
         type(*), dimension(..) :: buffer
         type(section_type), intent(out) :: section
      end subroutine
   end interface
contains
   ! A section as both descriptors should have it.
   subroutine both(buffer, base, element, extents, strides)
      type(*), dimension(..) :: buffer
      type(c_ptr), intent(in) :: base
      integer, intent(in) :: element, extents(:), strides(:)
      type(section_type) :: section
      call read_c(buffer, section)
      call check(section, base, element, extents, strides)
      call wt_f_check_own(buffer, section)
      call check(section, base, element, extents, strides)
   end subroutine

   subroutine check(section, base, element, extents, strides)
      type(section_type), intent(in) :: section
      type(c_ptr), intent(in) :: base
      integer, intent(in) :: element, extents(:), strides(:)
      if (.not. c_associated(section%base, base)) stop 1
      if (section%element /= element .or. section%rank /= size(extents)) stop 2
      if (any(section%extent(:size(extents)) /= extents)) stop 3
      if (any(section%stride(:size(extents)) /= strides)) stop 4
   end subroutine

   subroutine assumed_size(array)
      real(8), target :: array(4, *)
      type(section_type) :: section
      call read_c(array, section)
      call check(section, c_loc(array(1, 1)), 8, [4, 0], [8, 32])
      call wt_f_check_own(array, section)
      call check(section, c_loc(array(1, 1)), 8, [4, 0], [8, 32])
   end subroutine
end module

program descriptor_check
   use checks
   implicit none
   type pair
      integer :: first
      real(8) :: second
   end type
   type(section_type) :: section
   real(8), target :: matrix(10, 7)
   integer, target :: number, none(1, 0)
   character(len=5), target :: words(9)
   type(pair), target :: pairs(4)
   integer :: nothing(0)

   call both(matrix(2:9:3, 6:1:-2), c_loc(matrix(2, 6)), 8, [3, 3], [24, -160])
   call both(number, c_loc(number), 4, nothing, nothing)
   call both(words(1:9:4), c_loc(words(1)), 5, [3], [20])
   call both(pairs(4:1:-3), c_loc(pairs(4)), storage_size(pairs) / 8, [2], [-3 * storage_size(pairs) / 8])
   call assumed_size(matrix)
   call read_c(matrix(2:9:3, 6:1:-2), section)
   call check(section, c_loc(matrix(2, 6)), 8, [3, 3], [24, -160])
   call wt_f_check_own(matrix(2:9:3, 6:1:-2), section)
   call check(section, c_loc(matrix(2, 6)), 8, [3, 3], [24, -160])
   call wt_f_check_own(none, section)
   if (section%rank /= 2 .or. all(section%extent(:2) /= 0)) stop 5
   ! Components of a type: only C's descriptors have to be of the array itself.
   call read_c(pairs(2:4:2)%second, section)
   call check(section, c_loc(pairs(2)%second), 8, [2], [2 * storage_size(pairs) / 8])
   call read_c(words(2:4)(3:4), section)
   if (section%stride(1) /= 5 .or. section%element /= 2) stop 6
end program
