import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { parse } from "yaml"
import { documentedMetrics } from "./testing/documented-metrics.ts"

const folder = join(import.meta.dirname, "../../../docs/operations/monitoring")

const read = (name: string): string => readFileSync(join(folder, name), "utf8")

/** Metrics of Prometheus itself. */
const known = new Set(["up"])

const documented = documentedMetrics()
for (const { family } of documented) {
  known.add(family)
  if (/_seconds$/.test(family)) for (const suffix of ["_bucket", "_sum", "_count"]) known.add(family + suffix)
}

const labelsByFamily = new Map(documented.map(({ family, labels }) => [family, labels]))

/** The names of metrics in expressions, and the labels that they are asked for. */
const selectorsOf = (text: string) =>
  [...text.matchAll(/\b((?:dragoman|process)_[a-z_]+)\b(?:\{([^}]*)\})?/g)].map(([, name = "", labels = ""]) => ({
    name,
    labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label)
  }))

const unknownIn = (expressions: ReadonlyArray<string>): ReadonlyArray<string> =>
  expressions.flatMap(selectorsOf).flatMap(({ name, labels }) => {
    if (!known.has(name)) return [name]
    const own = labelsByFamily.get(name.replace(/_(bucket|sum|count)$/, "")) ?? labelsByFamily.get(name) ?? []
    return labels.filter((label) => label !== "instance" && !own.includes(label)).map((label) => `${name}{${label}}`)
  })

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

const { groups } = parse(read("alerts.yaml")) as {
  readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<Alert> }>
}

const alerts = groups.flatMap(({ rules }) => rules)

describe("the files for operators", () => {
  it("alerts ask for metrics and labels that exist, and each says what to do", () => {
    assert.isAtLeast(alerts.length, 20)
    assert.deepStrictEqual(unknownIn(alerts.map(({ expr }) => expr)), [])
    assert.strictEqual(new Set(alerts.map(({ alert }) => alert)).size, alerts.length)
    for (const { alert, labels, annotations } of alerts) {
      assert.include(["critical", "warning", "info"], labels.severity, alert)
      assert.isAtLeast(annotations.summary.length, 10, alert)
      assert.isAtLeast(annotations.runbook.length, 40, alert)
    }
  })

  it("the dashboard asks for metrics and labels that exist, and shows every family", () => {
    interface Panel {
      readonly targets?: ReadonlyArray<{ readonly expr: string }>
    }
    const { panels } = JSON.parse(read("dashboard.json")) as { readonly panels: ReadonlyArray<Panel> }
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    assert.deepStrictEqual(unknownIn(expressions), [])
    const used = new Set(
      [...expressions, ...alerts.map(({ expr }) => expr)]
        .flatMap(selectorsOf)
        .map(({ name }) => name.replace(/_bucket$/, ""))
    )
    const unused = documented.map(({ family }) => family).filter((family) => !used.has(family))
    assert.isEmpty(unused)
  })

  const hasPromtool = spawnSync("promtool", ["--version"]).status === 0

  it.skipIf(!hasPromtool)("promtool accepts the alerts, and they fire when they should", () => {
    for (const words of [
      ["check", "rules", "alerts.yaml"],
      ["test", "rules", "alerts.test.yaml"]
    ]) {
      assert.include(execFileSync("promtool", words, { cwd: folder, encoding: "utf8" }), "SUCCESS")
    }
  })
})
