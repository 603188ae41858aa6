import Glibc

/// The kernel's data about the machine's power supplies.
package struct PowerSupplies: Sendable {
  /// The folder with one folder per supply: `/sys/class/power_supply`.
  private let folder: String

  /// Creates a reader of a folder.
  package init(folder: String = "/sys/class/power_supply") { self.folder = folder }

  /// Whether no external supply is online and a battery is discharging; nil if there is no battery.
  ///
  /// The battery of a mouse or a pen (`scope` is `Device`) is ignored.
  package var isOnBattery: Bool? {
    let batteries = batteries()
    guard !batteries.isEmpty else { return nil }
    let isSupplied = names().contains { name in
      text(name, "scope") != "Device" && ["Mains", "USB", "Wireless"].contains(text(name, "type"))
        && text(name, "online") == "1"
    }
    return !isSupplied && batteries.contains { text($0, "status") == "Discharging" }
  }

  /// The charge of the machine's batteries from 0 to 1, the mean of several; nil if there is none.
  package var charge: Double? {
    let charges = batteries().compactMap { text($0, "capacity").flatMap(Double.init) }.filter { (0...100).contains($0) }
    return charges.isEmpty ? nil : charges.reduce(0, +) / Double(charges.count) / 100
  }

  private func batteries() -> [String] {
    names().filter { text($0, "type") == "Battery" && text($0, "scope") != "Device" }
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
