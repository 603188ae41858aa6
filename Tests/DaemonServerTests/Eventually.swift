/// Waits for something that happens soon on another thread.
func eventually(_ condition: () async -> Bool) async -> Bool {
  let clock = ContinuousClock()
  let deadline = clock.now + .seconds(60)
  while clock.now < deadline {
    if await condition() { return true }
    await Task.yield()
  }
  return false
}
