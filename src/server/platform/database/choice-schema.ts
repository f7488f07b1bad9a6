export type ChoiceTables = { guests: GuestRow; choices: ChoiceRow; choice_images: ChoiceImageRow }

/**
 * A visitor without an account who left something on a link. Everyone who uses the same invitation is the same guest.
 */
type GuestRow = {
  id: string
  link_id: string
  invitation_id: string | null
  name: string | null
  email: string | null
  created_at: string
}

/** The favorites of a guest or a user. Name and email are set when they send them. */
export type ChoiceRow = {
  id: string
  link_id: string
  guest_id: string | null
  user_id: string | null
  /** 1 means locked. */
  is_sent: number
  /** When it was last sent; kept when the owner reopens it. */
  sent_at: string | null
  /** When the visitor asked to change it. */
  asked_at: string | null
  name: string | null
  email: string | null
  message: string
  created_at: string
  updated_at: string
}

type ChoiceImageRow = { choice_id: string; image_id: string; note: string }
