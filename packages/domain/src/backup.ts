export {
  type BackupHistory,
  backupFileName,
  isBackupDue,
  isBackupFileName,
  outdatedBackups
} from "./backup/backup-schedule.ts"
