import Glibc

/// A file descriptor that is closed with its owner.
struct Descriptor: ~Copyable, Sendable {
  /// The descriptor's number.
  let number: Int32
  private let isOwned: Bool

  /// Takes ownership of a descriptor.
  init(owning number: Int32) {
    self.number = number
    isOwned = true
  }

  /// Borrows a descriptor; its owner closes it after this value is gone.
  init(borrowing number: Int32) {
    self.number = number
    isOwned = false
  }

  deinit {
    if isOwned { close(number) }
  }
}
