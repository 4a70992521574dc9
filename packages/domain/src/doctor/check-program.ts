import type { DoctorFacts } from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"
import { postgresMin } from "./postgres-version.ts"

export const checkProgram = ({ program, database }: DoctorFacts): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  const { node, testedNode } = program
  if (node < testedNode) {
    findings.push(
      finding("node-outdated", {
        params: { node, testedNode },
        what: `The program runs on Node ${node}; it is tested with Node ${testedNode}.`,
        where: "Node.js",
        whatToDo: `Install Node ${testedNode}, or use the executable, which brings its own.`
      })
    )
  }
  const version = database?.content?.engineVersion ?? ""
  const major = Number.parseInt(version, 10)
  if (database?.engine === "postgres" && major < postgresMin) {
    findings.push(
      finding("engine-outdated", {
        params: { version, min: postgresMin },
        what: `PostgreSQL ${version} is older than the versions that the program works with.`,
        where: database.address,
        whatToDo: `Upgrade PostgreSQL to ${postgresMin} or later.`
      })
    )
  }
  return findings
}
