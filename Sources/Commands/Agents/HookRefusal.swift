/// A hook's answer if a tool must not run, in the form that Claude Code and Codex read.
struct HookRefusal: Encodable {
  /// The part of the answer about the event.
  struct Decision: Encodable {
    var hookEventName = "PreToolUse"
    var permissionDecision = "deny"
    /// The reason, for the model.
    var permissionDecisionReason: String
  }

  /// The part of the answer about the event.
  var hookSpecificOutput: Decision

  /// Creates a refusal with its reason.
  init(_ reason: String) { hookSpecificOutput = Decision(permissionDecisionReason: reason) }
}
