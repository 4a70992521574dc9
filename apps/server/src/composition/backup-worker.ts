import { Layer } from "effect"
import { RpcServer } from "effect/rpc"
import { BackupJobs, BackupWorkerData } from "../platform/backup/backup-messages.ts"
import { makeScheduledBackup } from "../platform/backup/make-scheduled-backup.ts"
import { jobServerOptions, readWorkerData, runWorker } from "../platform/worker/run-worker.ts"
import { yieldToRequests } from "../platform/worker/yield-to-requests.ts"

// Runs scheduled backups as a thread of the server: copying a SQLite file blocks its thread.
const options = readWorkerData(BackupWorkerData)

yieldToRequests()
runWorker(
  RpcServer.layer(BackupJobs, jobServerOptions).pipe(
    Layer.provide(BackupJobs.toLayer({ makeBackup: ({ at }) => makeScheduledBackup(options, at) }))
  )
)
