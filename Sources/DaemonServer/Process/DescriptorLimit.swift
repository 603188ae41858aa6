internal import Glibc

/// The greatest number of descriptors of this process.
enum DescriptorLimit {
  /// More are of no use here, and child programs close as many as their limit allows.
  private static let most: rlim_t = 16_384
  /// The number that is reserved for files, pipes to children, and libraries.
  private static let reserve: rlim_t = 256

  /// Raises the limit as far as the user may; most systems set it to a fourth of the number that the daemon serves.
  static func raise() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, most)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = wanted
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// The number of clients for which there are descriptors, beside the reserve.
  static var clients: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 64 }
    return Int(max(min(limit.rlim_cur, most), reserve + 64) - reserve)
  }
}
