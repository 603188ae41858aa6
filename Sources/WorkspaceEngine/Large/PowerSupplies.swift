internal import Glibc

/// The kernel's data about the machine's power supplies.
struct PowerSupplies: Sendable {
  /// The folder with one folder per supply: `/sys/class/power_supply`.
  let folder: String

  /// Whether no external supply is online and a battery is discharging; nil if there is no battery.
  ///
  /// The battery of a mouse or a pen (`scope` is `Device`) is ignored.
  var isOnBattery: Bool? {
    var hasBattery = false
    var isDrawn = false
    for name in names() {
      guard text(name, "scope") != "Device" else { continue }
      switch text(name, "type") {
      case "Battery":
        hasBattery = true
        if text(name, "status") == "Discharging" { isDrawn = true }
      case "Mains", "USB", "Wireless": if text(name, "online") == "1" { return hasAnyBattery() ? false : nil }
      default: break
      }
    }
    return hasBattery ? isDrawn : nil
  }

  private func hasAnyBattery() -> Bool {
    names().contains { text($0, "type") == "Battery" && text($0, "scope") != "Device" }
  }

  private func names() -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private func text(_ name: String, _ file: String) -> String? {
    let descriptor = open("\(folder)/\(name)/\(file)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let line = buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
  }
}
