//! Lists of what is known by number.

pub(super) fn put<T>(list: &mut Vec<Option<T>>, number: u32, value: T) {
    let at = number as usize;
    if at >= list.len() {
        list.resize_with(at + 1, || None);
    }
    list[at] = Some(value);
}

pub(super) fn get<T: Copy>(list: &[Option<T>], number: u32) -> Option<T> {
    list.get(number as usize).copied().flatten()
}

pub(super) fn get_mut<T>(list: &mut [Option<T>], number: u32) -> Option<&mut T> {
    list.get_mut(number as usize).and_then(Option::as_mut)
}
