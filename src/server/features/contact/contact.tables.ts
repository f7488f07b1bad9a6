export type ContactTables = { contact_messages: ContactMessageRow }

type ContactMessageRow = {
  id: string
  user_id: string | null
  name: string
  email: string
  subject: string
  message: string
  created_at: string
}
