import { Stream } from "effect"
import { notificationsOn } from "../database/notifications.ts"

/** The PostgreSQL channel on which the commit of new deliveries is announced; the payload is empty. */
export const deliveryChannel = "dragoman_delivery"

/**
 * An element whenever new deliveries have been committed, by any process: LISTEN on PostgreSQL. On SQLite nothing ever
 * comes; there the writer's own process signals, and polling does the rest. Lost connections are opened again; meanwhile
 * dispatchers poll.
 */
export const deliveryWakeUps: Stream.Stream<void> = Stream.map(notificationsOn(deliveryChannel), () => undefined)
