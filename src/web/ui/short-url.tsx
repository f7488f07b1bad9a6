import { Fragment } from 'react'

/** A URL for reading, without the protocol. It breaks after a slash if it's too long for a line. */
export const ShortUrl = ({ url }: { url: string }) =>
  url
    .replace(/^https?:\/\//, '')
    .split(/(?<=\/)/)
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))
