internal import Synchronization

/// The power state of a simulated machine; a hook of the disk may cut it.
package final class PowerSwitch: Sendable {
  private let isCut = Mutex(false)

  /// Creates a switch that is on.
  package init() {}

  /// Whether there is power.
  package var isOn: Bool { !isCut.withLock { $0 } }

  /// Cuts or restores the power.
  package func set(isOn: Bool) { isCut.withLock { $0 = !isOn } }
}
