export type StudioTables = { studios: StudioRow; studio_logos: LogoRow }

type StudioRow = {
  user_id: string
  is_on: number
  /** The other fields as JSON, so that reading a link gets them with one subquery. */
  settings: string
}

/** Logos are small and change rarely. In the database, they need no cleanup of files and are part of every backup. */
type LogoRow = {
  id: string
  user_id: string
  theme: string
  /** Base64, because the two databases store binary data differently. */
  png: string
}
