/** A long title is set smaller: the pictures are to be seen at once. */
export const titleClass = ({ length }: string) => `opening-title ${length > 40 ? 'opening-title-long' : ''}`
