import { Layer } from "effect"
import { RpcServer } from "effect/rpc"
import { jobServerOptions, readWorkerData, runWorker } from "../platform/worker/run-worker.ts"
import { yieldToRequests } from "../platform/worker/yield-to-requests.ts"
import { BackupJobs, BackupWorkerData } from "../service/backup/backup-messages.ts"
import { makeScheduledBackup } from "../service/backup/make-scheduled-backup.ts"

// Runs scheduled backups as a thread of the server: copying a SQLite file blocks its thread.
const options = readWorkerData(BackupWorkerData)

yieldToRequests()
runWorker(
  RpcServer.layer(BackupJobs, jobServerOptions).pipe(
    Layer.provide(BackupJobs.toLayer({ makeBackup: ({ at }) => makeScheduledBackup(options, at) }))
  )
)
