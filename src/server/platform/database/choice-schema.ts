export type ChoiceTables = { guests: GuestRow; choices: ChoiceRow; choice_images: ChoiceImageRow }

/**
 * A visitor without an account who left comments or favorites. Everyone who uses the same invitation is the same guest.
 */
type GuestRow = {
  id: string
  link_id: string
  invitation_id: string | null
  name: string | null
  email: string | null
  created_at: string
}

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
