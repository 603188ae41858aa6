internal import Models
package import Values

/// The checkpoint of a session: the five facts from which it goes on. Pure.
package enum SessionCheckpoint {
  /// Returns the checkpoint with the members `sessionId`, `conversationHistory`, `pendingToolCalls`, `partialResults`
  /// and `timestamp` (ISO 8601), and `summary` if the agent ended the session with one. The text of an answer without an
  /// end is the last partial result, with `isInterrupted` unless the answer still arrives.
  ///
  /// - Parameter isRunning: whether a process runs the session.
  package static func value(_ record: SessionRecord, isRunning: Bool = false) -> JSONValue {
    let history = record.messages.map { StepCodec.object(MessageCodec.members($0)) }
    let pending: [JSONValue] = record.pending.map { pending in
      [
        "id": .string(pending.id), "name": .string(pending.call.name), "input": .string(pending.call.input),
        "isStarted": .bool(pending.startedAt != nil),
      ]
    }
    let results = record.results.map { result in
      ["id": .string(result.id), "text": .string(result.text), "isError": .bool(result.isError)] as JSONValue
    }
    let text = StepCodec.object([
      ("text", .string(record.unfinished)), ("isInterrupted", isRunning && !record.partial.isEmpty ? nil : true),
    ])
    let partial = record.unfinished.isEmpty ? results : results + [text]
    return StepCodec.object([
      ("sessionId", .string(record.plan.id)), ("conversationHistory", .array(history)),
      ("pendingToolCalls", .array(pending)), ("partialResults", .array(partial)),
      ("timestamp", .string(ISOTime.text(record.times.upperBound / 1_000))),
      ("summary", record.summary.map { .string($0) }),
    ])
  }
}
