export type ChoiceTables = { choices: ChoiceRow; choice_images: ChoiceImageRow }

/** The favorites of a guest or a user. Name and email are set when the favorites are sent. */
export type ChoiceRow = {
  id: string
  link_id: string
  guest_id: string | null
  user_id: string | null
  /** 1 if the favorites have been sent, which locks them. */
  is_sent: number
  /** When the favorites were last sent. Reopening them doesn't clear this time. */
  sent_at: string | null
  asked_at: string | null
  name: string | null
  email: string | null
  message: string
  created_at: string
  updated_at: string
}

type ChoiceImageRow = { choice_id: string; image_id: string; note: string }
