import { parentPort, workerData } from "node:worker_threads"
import { judgeHostileFile } from "./judge-hostile-file.ts"
import { type HostileComplaint, type HostileShare, hangMillis, tryShare } from "./try-share.ts"

const complain = (complaint: HostileComplaint) => parentPort?.postMessage({ complaint })
parentPort?.postMessage({ figures: tryShare(workerData as HostileShare, complain, judgeHostileFile, hangMillis) })
