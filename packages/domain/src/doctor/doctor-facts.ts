/** Everything that the rules look at. Times are epoch milliseconds, sizes bytes; null: it could not be read, or there is none. */
export interface DoctorFacts {
  /** The clock of this machine, after all else was read. */
  readonly now: number
  readonly program: ProgramFacts
  readonly settings: SettingFacts
  /** null: the settings do not say which. */
  readonly database: DatabaseFacts | null
  /** null: the settings name none. */
  readonly replica: ReplicaFacts | null
  readonly disks: ReadonlyArray<DiskFacts>
  readonly hosts: HostFacts | null
  /** null: no mail server is set. */
  readonly mail: { readonly server: string; readonly failure: string | null } | null
  readonly services: ReadonlyArray<TranslationServiceFacts>
  /** null: no image lies in a bucket. */
  readonly imageBucket: ImageBucketFacts | null
  /** Facts about requests to the running server; null: this program does not run it. */
  readonly requests: RequestFacts | null
}

export interface ProgramFacts {
  readonly version: string
  /** Major version of Node, and that with which the program is tested. */
  readonly node: number
  readonly testedNode: number
  /** The newest schema that the program knows. */
  readonly schemaVersion: number
}

export interface SettingFacts {
  /** Sentences about settings that cannot be used. */
  readonly problems: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
  /** null: there are problems. */
  readonly values: SettingFactValues | null
}

/** No value of a secret is here. */
export interface SettingFactValues {
  readonly host: string
  readonly publicUrl: string | null
  /** IP addresses or CIDR ranges. */
  readonly trustedProxies: ReadonlyArray<string>
  readonly rateLimits: boolean
  readonly registration: "invitation" | "open"
  readonly emailVerification: boolean
  readonly webhookAllow: ReadonlyArray<string>
  readonly webhookDispatcher: "embedded" | "external"
  readonly copyBeforeMigration: boolean
  /** 0: no scheduled backups. */
  readonly backupHours: number
  readonly hasBucket: boolean
  readonly hasMail: boolean
  /** Names of the encryption keys, the present one first. */
  readonly encryptionKeyIds: ReadonlyArray<string>
  /** Names of secrets whose value is one of the documentation, or among the first that are guessed. */
  readonly guessableSecrets: ReadonlyArray<string>
  /** Connections to PostgreSQL that a server and a dispatcher with these settings open at most. */
  readonly connectionsOfServer: number
  readonly connectionsOfDispatcher: number
  /** The password of the database is its user, its name or its host. */
  readonly isDatabasePasswordGuessable: boolean
}

export interface DatabaseFacts {
  readonly engine: "sqlite" | "postgres"
  /** Its address without passwords. */
  readonly address: string
  /** `rejected`: it is there, and does not let this program in. */
  readonly state: "open" | "missing" | "unreachable" | "rejected" | "pooled" | "unreadable"
  /** The error code of the system or the database, when it is not open. */
  readonly code: string | null
  /** null: not open. */
  readonly content: DatabaseContent | null
}

export interface DatabaseContent {
  readonly engineVersion: string
  readonly isReadOnly: boolean
  readonly schema: SchemaFacts
  readonly integrity: IntegrityFacts
  /** Tables whose sequence gives out ids that exist. */
  readonly sequencesBehind: ReadonlyArray<{ readonly table: string; readonly next: number; readonly newest: number }>
  readonly space: SpaceFacts
  readonly connections: ConnectionFacts | null
  /** Lead of the database's clock over this machine's; null: it has none of its own. */
  readonly clockAheadMillis: number | null
  /** null: the schema is another one than that of the program. */
  readonly rows: RowFacts | null
  /** null: it is not compared, or there is none yet. */
  readonly memoryIndex: MemoryIndexFacts | null
  /** The database is large enough for the index of texts, and the server may not create the extension that it needs. */
  readonly lacksSearchExtension: boolean
  /** Facts that could not be read, with the error of the database. */
  readonly unreadable: ReadonlyArray<{ readonly part: string; readonly problem: string }>
}

/** A replica of PostgreSQL from which the content of projects is read. */
export interface ReplicaFacts {
  /** Its address without passwords. */
  readonly address: string
  /** The part of the primary's log that it has not applied; null: it does not respond. */
  readonly lagBytes: number | null
  /** The error code of the system or the database, when it does not respond. */
  readonly code: string | null
}

export interface ConnectionFacts {
  readonly used: number
  /** Those that PostgreSQL keeps for superusers are not counted. */
  readonly max: number
  /** Running programs of this database. */
  readonly servers: number
  readonly dispatchers: number
}

export interface SchemaFacts {
  /** 0: there is none. */
  readonly version: number
  /** The program works with it, though it may be newer. */
  readonly works: boolean
  /** A copy into this database was not finished. */
  readonly isUnfinished: boolean
  /** Tables of another program are in the way. */
  readonly isForeign: boolean
}

export interface IntegrityFacts {
  /** Reports of the engine about damaged pages. */
  readonly problems: ReadonlyArray<string>
  readonly brokenReferences: ReadonlyArray<{ readonly table: string; readonly parent: string; readonly rows: number }>
  readonly invalidIndexes: ReadonlyArray<string>
  /** Tables for which the time was not enough. */
  readonly unchecked: ReadonlyArray<string>
}

/** Differences between the index of the translation memory and the texts of keys and stored entries. */
export interface MemoryIndexFacts {
  /** Keys and entries that are not indexed with the text that they have. */
  readonly missing: number
  /** Indexed texts that neither a key nor an entry has. */
  readonly surplus: number
}

export interface SpaceFacts {
  readonly sizeBytes: number
  /** The size of pages without content; null: the engine does not say. */
  readonly freeBytes: number | null
  /** The size of SQLite's write-ahead log. */
  readonly logBytes: number | null
  readonly deadRows: ReadonlyArray<{ readonly table: string; readonly dead: number; readonly live: number }>
  /** When the oldest open transaction began. */
  readonly oldestTransactionAt: number | null
}

export interface RowFacts {
  /** The newest time that a server has written. */
  readonly newest: { readonly table: string; readonly at: number } | null
  /** The key under which secrets are stored; null: in plain. */
  readonly encryptionKeyId: string | null
  readonly administrators: AdministratorRowFacts
  readonly webhooks: WebhookFacts
  readonly mails: { readonly lateSince: number | null; readonly lateCount: number; readonly lastError: string | null }
  readonly backups: BackupFacts
  readonly branches: BranchFacts
  readonly images: ImageRowFacts
}

export interface ImageRowFacts {
  /** Images of the database without contents there. */
  readonly withoutContents: number
  /** Objects of the bucket that images name, the newest ones. */
  readonly objects: ReadonlyArray<string>
}

/** The bucket of images, which is looked into when images lie there. */
export interface ImageBucketFacts {
  /** Objects that images name and the bucket does not have; null: it could not be read. */
  readonly missing: number | null
  /** Why it could not be read; null: it was. */
  readonly problem: string | null
}

export interface BranchFacts {
  /** Branches whose copying stopped half-way, with the time at which it should have gone on; some of them. */
  readonly unfinished: ReadonlyArray<{ readonly name: string; readonly project: string; readonly since: number }>
  /** Number of keys whose branch has no row. */
  readonly keysWithout: number
}

export interface AdministratorRowFacts {
  readonly count: number
  readonly withoutSecondFactor: number
  /** User names of those with neither a password nor a passkey nor a provider, some of them. */
  readonly withoutLogin: ReadonlyArray<string>
}

export interface WebhookFacts {
  /** Disabled by the server, because they failed for too long. */
  readonly disabled: ReadonlyArray<NamedWebhook>
  /** Enabled, and the last attempts failed. */
  readonly failing: ReadonlyArray<NamedWebhook & { readonly since: number }>
  /** When the delivery that has been due for the longest time was due; of enabled configurations without a pause. */
  readonly lateSince: number | null
  readonly lateCount: number
}

export interface NamedWebhook {
  readonly id: number
  readonly project: string
  readonly projectId: number
}

export interface BackupFacts {
  /** Scheduled or by hand. */
  readonly lastDoneAt: number | null
  readonly lastBytes: number | null
  /** The error of the last scheduled backup; null: it was made. */
  readonly error: string | null
  /** The error of its copy in the bucket. */
  readonly storeError: string | null
}

export interface DiskFacts {
  readonly folder: string
  readonly holds: "data" | "backups"
  readonly state: "ok" | "missing" | "notWritable"
  /** Folders on one volume have the same number; null: it could not be read. */
  readonly volume: number | null
  readonly freeBytes: number | null
  readonly totalBytes: number | null
  /** Other users of the machine may read it. */
  readonly isOpenToOthers: boolean
}

export interface HostFacts {
  /** null: none is set, or it is an address. */
  readonly publicHost: { readonly name: string; readonly isKnown: boolean } | null
  /** Hosts of enabled webhook configurations without an address. */
  readonly unknownWebhookHosts: ReadonlyArray<string>
}

/** A service of machine translation that the settings switch on. */
export interface TranslationServiceFacts {
  /** Name of the engine, or of the provider of language models. */
  readonly service: string
  /** The setting with its credentials. */
  readonly setting: string
  /** null: it responds, and accepts the credentials. */
  readonly failure: { readonly isReached: boolean; readonly problem: string } | null
}

/** Facts about `X-Forwarded-*` headers that the running server has received. */
export interface RequestFacts {
  /** A client in the private network that sent such headers without being trusted; null: none. */
  readonly ignoredFrom: string | null
  /** Requests of trusted proxies with and without `X-Forwarded-For`. */
  readonly trustedWith: number
  readonly trustedWithout: number
}
