import type {
  ConnectionFacts,
  DatabaseContent,
  DatabaseFacts,
  DoctorFacts,
  ReplicaFacts,
  SettingFactValues
} from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"
import { bytesText } from "./words.ts"

/** A replica applies that in some seconds. */
const replicaLagBytesMax = 64e6

type PoolFacts = Pick<SettingFactValues, "connectionsOfServer" | "connectionsOfDispatcher">

/** Beyond this share of connections, others that are needed at a restart fail. */
const usedConnectionsShareMax = 0.9

/** Whether the database is there, lets the program in, and takes writes. */
export const checkDatabase = ({ database, settings, replica }: DoctorFacts): ReadonlyArray<Finding> => {
  if (database === null) return []
  const { content } = database
  if (content === null) return [explainClosed(database)]
  return [
    ...checkOpen(database, content),
    ...checkPools(database, content, settings.values),
    ...(replica === null ? [] : checkReplica(replica))
  ]
}

const checkReplica = ({ address: where, lagBytes, code }: ReplicaFacts): ReadonlyArray<Finding> => {
  if (lagBytes === null) {
    return [
      finding("replica-unavailable", {
        params: { code: code ?? "none" },
        what: `The replica does not respond${code === null ? "" : ` (${code})`}: everything is read from the primary.`,
        where,
        whatToDo: "Check DRAGOMAN_DATABASE_READ_URL, and that the replica runs and can be reached from here."
      })
    ]
  }
  if (lagBytes <= replicaLagBytesMax) return []
  return [
    finding("replica-behind", {
      params: { lagBytes },
      what: `The replica lacks ${bytesText(lagBytes)} of the log of the primary: everything is read from the primary.`,
      where,
      whatToDo:
        "Look at pg_stat_replication on the primary: the replica may be paused, too slow, or no replica of this primary any more."
    })
  ]
}

/** The connections that all running programs together open at most, when they have the same settings. */
export const neededConnections = (
  { servers, dispatchers }: Pick<ConnectionFacts, "servers" | "dispatchers">,
  { connectionsOfServer, connectionsOfDispatcher }: PoolFacts
): number => servers * connectionsOfServer + dispatchers * connectionsOfDispatcher

/** Whether PostgreSQL has the connections that all pools together may open. */
const checkPools = (
  { address: where }: DatabaseFacts,
  { connections }: DatabaseContent,
  pools: PoolFacts | null
): ReadonlyArray<Finding> => {
  if (connections === null || pools === null) return []
  const needed = neededConnections(connections, pools)
  const { max, servers, dispatchers } = connections
  if (needed <= max) return []
  return [
    finding("connections-exceeded", {
      params: { needed, max, servers, dispatchers },
      what: `The running programs (servers: ${servers}, dispatchers: ${dispatchers}) may open ${needed} connections under load, and PostgreSQL has ${max}.`,
      where,
      whatToDo:
        "Raise max_connections, lower DRAGOMAN_DATABASE_READ_CONNECTIONS and DRAGOMAN_DATABASE_WRITE_CONNECTIONS, or put PgBouncer in between (docs/operations.md)."
    })
  ]
}

const explainClosed = ({ engine, address: where, state, code }: DatabaseFacts): Finding => {
  const reason = code === null ? "" : ` (${code})`
  switch (state) {
    case "missing":
      return finding("database-missing", {
        params: { engine },
        what: "There is no database. A server would start with a new, empty one.",
        where,
        whatToDo:
          engine === "sqlite"
            ? "Check DRAGOMAN_DATA_DIR and DRAGOMAN_DATABASE_URL. Before the first start this is as it should be."
            : "Create it: `createdb --encoding=UTF8 --template=template0 NAME`."
      })
    case "unreachable":
      return finding("database-unreachable", {
        params: { code: code ?? "none" },
        what: `The database does not respond${reason}.`,
        where,
        whatToDo: "Check DRAGOMAN_DATABASE_URL, and that PostgreSQL runs and can be reached from here."
      })
    case "rejected":
      return finding("database-rejected", {
        params: { engine, code: code ?? "none" },
        what: `The database does not let this program in${reason}.`,
        where,
        whatToDo:
          engine === "sqlite"
            ? "Run the command as the user of the server, and check the owner of the file and of its folder."
            : "Check the user and the password in DRAGOMAN_DATABASE_URL, and what that user may do."
      })
    case "pooled":
      return finding("database-pooled", {
        what: "A connection pooler gives each transaction another session, and some work needs sessions that last. No server starts.",
        where,
        whatToDo: "Name PostgreSQL itself in DRAGOMAN_DATABASE_DIRECT_URL."
      })
    default:
      return finding("database-unreadable", {
        params: { extent: "whole", part: "none", problem: code ?? "none" },
        what: `The file is damaged, or it is no database${reason}.`,
        where,
        whatToDo: "Look at the disk. Stop the server, move the file away with its -wal and -shm, and restore a backup."
      })
  }
}

const checkOpen = ({ address: where }: DatabaseFacts, content: DatabaseContent): ReadonlyArray<Finding> => {
  const findings = content.unreadable.map(({ part, problem }) =>
    finding("database-unreadable", {
      params: { extent: "part", part, problem },
      what: `A part of the database cannot be read (${part}): ${problem}.`,
      where,
      whatToDo: "Look at the disk and at the log of the database. If pages are damaged, restore a backup."
    })
  )
  if (content.isReadOnly) {
    findings.push(
      finding("database-read-only", {
        what: "The database takes no writes.",
        where,
        whatToDo:
          "Give the user of the server the right to write the file and its folder, or name the primary in DRAGOMAN_DATABASE_URL."
      })
    )
  }
  const { connections } = content
  if (connections !== null && connections.used > connections.max * usedConnectionsShareMax) {
    findings.push(
      finding("connections-few", {
        params: { used: connections.used, max: connections.max },
        what: `${connections.used} of ${connections.max} connections of PostgreSQL are in use.`,
        where,
        whatToDo: "Raise max_connections, or put PgBouncer in between (docs/operations.md)."
      })
    )
  }
  if (content.lacksSearchExtension) {
    findings.push(
      finding("search-extension-missing", {
        what: "Searches in large projects look through all texts: PostgreSQL lacks the extension pg_trgm, and the user of the server may not create it.",
        where,
        whatToDo:
          "Run `CREATE EXTENSION pg_trgm` in this database as its owner or as an administrator. The server makes the index then."
      })
    )
  }
  return findings
}

/** Whether the program works with the schema of the database. */
export const checkSchema = ({ database, program }: DoctorFacts): ReadonlyArray<Finding> => {
  const content = database?.content ?? null
  if (database === null || content === null) return []
  const { address: where } = database
  const { version, works, isUnfinished, isForeign } = content.schema
  const known = { version, known: program.schemaVersion }
  const versions = `The database has schema ${version}, the program knows ${program.schemaVersion}.`
  if (isUnfinished) {
    return [
      finding("schema-unfinished", {
        what: "The database is an unfinished copy.",
        where,
        whatToDo: "Run `dragoman copy` or `dragoman restore` again, which continues it."
      })
    ]
  }
  if (isForeign) {
    return [
      finding("schema-of-another-program", {
        what: "The database belongs to another program, such as Tolgee.",
        where,
        whatToDo: "Set DRAGOMAN_DATABASE_URL to a database of its own."
      })
    ]
  }
  if (version === 0) {
    return [
      finding("schema-missing", {
        what: "The database is empty.",
        where,
        whatToDo:
          "Check DRAGOMAN_DATABASE_URL. Before the first start this is as it should be: `dragoman serve` creates the schema."
      })
    ]
  }
  if (version < program.schemaVersion) {
    return [
      finding("schema-older", {
        params: known,
        what: `${versions} No server of this program has started on it.`,
        where,
        whatToDo: "Start the server, or run `dragoman migrate up`. `dragoman migrate status` shows what would change."
      })
    ]
  }
  if (version === program.schemaVersion) return []
  return works
    ? [
        finding("schema-newer-works", {
          params: known,
          what: `${versions} This program works with it.`,
          where,
          whatToDo: "Install the newer program here too, when the upgrade is to stay."
        })
      ]
    : [
        finding("schema-newer", {
          params: known,
          what: `${versions} This program does not work with it.`,
          where,
          whatToDo: `Install the newer program, or go back with \`dragoman migrate down --to ${program.schemaVersion}\` or \`dragoman rollback\` (docs/upgrade.md).`
        })
      ]
}
