internal import Abilities
internal import Payloads

extension CommandContext {
  /// Returns the sources of facts outside the workspace, as the person's settings name them.
  func outsideSources() -> OutsideSources { .none }
}
