internal import Synchronization

/// Whether a simulated machine has power; a hook of the disk may cut it.
package final class PowerSwitch: Sendable {
  private let isCut = Mutex(false)

  /// Makes one that is on.
  package init() {}

  /// Whether there is power.
  package var isOn: Bool { !isCut.withLock { $0 } }

  /// Cuts the power, or brings it back.
  package func set(isOn: Bool) { isCut.withLock { $0 = !isOn } }
}
