//! Memory, before it is needed: an allocation that fails would abort the program.

use std::hint::black_box;

/// Returns whether this many bytes can be allocated. Elsewhere they may be taken at the same time, so it is
/// asked for more than is needed.
pub fn is_free(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let reserved = memory.try_reserve_exact(bytes).is_ok();
    // An allocation that nobody uses could be optimized away, and the answer with it.
    black_box(memory.as_mut_ptr());
    reserved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_memory_than_there_is_is_not_free() {
        assert!(is_free(1 << 20));
        assert!(!is_free(usize::MAX));
        if let Ok(bytes) = usize::try_from(1_u64 << 55) {
            assert!(!is_free(bytes));
            // With words of 32 bits, half of all addresses may be free.
            assert!(!is_free(isize::MAX as usize));
        }
    }
}
