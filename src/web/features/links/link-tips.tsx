const tips = [
  'A title and a sentence tell people what they are about to see.',
  'The first image you upload becomes the cover. You can choose another at any time.',
  'A private link opens for you alone. Make it public when it is ready to be sent.',
  'An expired link keeps its images. Give it a later date, and it opens again.',
]

export const LinkTips = () => (
  <section aria-labelledby="tips" className="grid gap-3">
    <h2 id="tips" className="text-subhead">
      Tips
    </h2>
    <ul className="grid text-ink-2 text-ui">
      {tips.map((tip) => (
        <li key={tip} className="border-line border-t py-3">
          {tip}
        </li>
      ))}
    </ul>
  </section>
)
