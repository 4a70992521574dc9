/** All attempts, to stand behind FROM: those that have rows of their own, and the last one of each delivery. */
export const loggedAttempts = `(
  SELECT delivery_id, number, status, error, duration_millis, answer FROM delivery_attempt
  UNION ALL
  SELECT id, attempt_count, last_status, last_error, last_duration_millis, last_answer FROM delivery
  WHERE last_started_at IS NOT NULL
)`
