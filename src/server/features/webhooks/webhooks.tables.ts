export type WebhookTables = {
  webhooks: WebhookRow
  webhook_links: WebhookLinkRow
  webhook_deliveries: DeliveryRow
}

export type WebhookRow = {
  id: string
  user_id: string
  url: string
  /** Separated by spaces. */
  events: string
  /** 0 if the webhook is only called for the links in `webhook_links`. */
  all_links: number
  is_active: number
  /** A sentence, if the server turned the webhook off. */
  turned_off_because: string | null
  /** Encrypted. */
  secret: string
  /** The secret before, encrypted. Messages are also signed with it until `old_secret_until`. */
  old_secret: string | null
  old_secret_until: string | null
  /** Set while a node calls the webhook, and for a moment after a slow call. */
  busy_until: string | null
  created_at: string
}

type WebhookLinkRow = { webhook_id: string; link_id: string }

export type DeliveryRow = {
  id: string
  webhook_id: string
  event: string
  /** The ID of the link. It may be deleted before the message is sent. */
  about: string | null
  /** JSON: the message's `data`, except for its images. */
  data: string
  /** JSON objects separated by commas, because images are added until the first attempt. */
  images: string | null
  image_count: number
  attempts: number
  status: number | null
  error: string | null
  /** Null if there won't be another attempt. */
  next_try_at: string | null
  delivered_at: string | null
  created_at: string
}
