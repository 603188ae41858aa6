import Glibc

/// A file descriptor that is closed when its owner goes.
struct Descriptor: ~Copyable, Sendable {
  /// The number.
  let number: Int32
  private let isOwned: Bool

  /// Takes a descriptor over.
  init(owning number: Int32) {
    self.number = number
    isOwned = true
  }

  /// Uses a descriptor that somebody else closes, and not before this value is gone.
  init(borrowing number: Int32) {
    self.number = number
    isOwned = false
  }

  deinit {
    if isOwned { close(number) }
  }
}
