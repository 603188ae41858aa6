import Glibc

/// The processors of the machine.
package enum Processors {
  /// The number that work now; at least one.
  package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
