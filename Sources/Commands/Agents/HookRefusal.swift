/// What a hook answers where a tool may not run, in the form that Claude Code and Codex read.
struct HookRefusal: Encodable {
  /// The part that is about the event.
  struct Decision: Encodable {
    /// The event.
    var hookEventName = "PreToolUse"
    /// What is decided.
    var permissionDecision = "deny"
    /// Why, for the model.
    var permissionDecisionReason: String
  }

  /// The part that is about the event.
  var hookSpecificOutput: Decision

  /// A refusal with its reason.
  init(_ reason: String) { hookSpecificOutput = Decision(permissionDecisionReason: reason) }
}
