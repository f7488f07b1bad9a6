export type EmailTables = { email_stops: EmailStopRow }

/** Someone who unsubscribed from all emails that can be stopped, stored as a hash of the address. */
type EmailStopRow = { address_hash: string; stopped_at: string }
