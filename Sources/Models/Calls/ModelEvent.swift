/// An event of a call, in the order of the stream.
package enum ModelEvent: Hashable, Sendable {
  /// The next piece of the answer's text.
  case text(String)
  /// The next piece of the model's reasoning.
  case reasoning(String)
  /// The beginning of a tool's call; `index` is its place among the answer's blocks.
  case toolCall(index: Int, id: String, name: String)
  /// The next piece of a call's JSON input.
  case toolInput(index: Int, json: String)
  /// A try failed before any output, and the next one begins after a pause.
  case retrying(ModelFault, after: Duration)
}
