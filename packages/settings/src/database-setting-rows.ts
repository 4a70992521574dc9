import { both, type Setting } from "./setting.ts"
import { databaseUrl, folder } from "./setting-schema.ts"
import { asWritten, partOfSpringDatabase, springDatabase } from "./tolgee-settings.ts"

/** Settings of the database and the folder of data. */
export const databaseSettingRows = {
  dataDir: {
    name: "DATA_DIR",
    programs: both,
    meaning: "folder of the SQLite file and of uploads in progress",
    default: "./dragoman-data",
    example: "/var/lib/dragoman",
    schema: folder,
    tolgee: { TOLGEE_FILE_STORAGE_FS_DATA_PATH: asWritten }
  },
  database: {
    name: "DATABASE_URL",
    programs: both,
    meaning: "sqlite:PATH or postgres://user:password@host/name",
    default: ({ dataDir }) => `sqlite:${dataDir}/dragoman.sqlite`,
    defaultMeaning: "dragoman.sqlite in the data directory",
    example: "postgres://dragoman:password@db.internal:5432/dragoman",
    secret: true,
    schema: databaseUrl,
    tolgee: {
      SPRING_DATASOURCE_URL: springDatabase,
      SPRING_DATASOURCE_USERNAME: partOfSpringDatabase,
      SPRING_DATASOURCE_PASSWORD: partOfSpringDatabase,
      DATABASE_URL: asWritten
    }
  }
} as const satisfies Readonly<Record<string, Setting>>
