import {
  AccessRepository,
  AuditRepository,
  BackupRunRepository,
  DoctorRepository,
  MailRepository,
  NotificationAudienceRepository,
  NotificationRepository,
  PeriodicWorkRepository,
  RateWindowRepository,
  ServerValueRepository
} from "@dragoman/store"
import { Layer } from "effect"

/** Repositories of the services; each thread makes its own. */
export const layerServiceRepositories = Layer.mergeAll(
  AccessRepository.layer,
  AuditRepository.layer,
  BackupRunRepository.layer,
  DoctorRepository.layer,
  MailRepository.layer,
  RateWindowRepository.layer,
  NotificationAudienceRepository.layer,
  NotificationRepository.layer,
  PeriodicWorkRepository.layer,
  ServerValueRepository.layer
)
