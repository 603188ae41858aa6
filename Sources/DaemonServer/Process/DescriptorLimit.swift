internal import Glibc

/// How many descriptors this process may have.
enum DescriptorLimit {
  /// More are of no use here, and programs that are started close as many as they may have.
  private static let most: rlim_t = 16_384
  /// For files, pipes to children, and what libraries open.
  private static let reserve: rlim_t = 256

  /// Raises it as far as the user may, which most systems leave at a fourth of what the daemon serves.
  static func raise() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, most)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = wanted
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// How many clients there is room for, beside the rest.
  static var clients: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 64 }
    return Int(max(min(limit.rlim_cur, most), reserve + 64) - reserve)
  }
}
