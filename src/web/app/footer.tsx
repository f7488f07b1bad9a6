import { useConfig } from '#web/lib/use-config.ts'
import { paths } from './paths.ts'

export function Footer() {
  const supportEmail = useConfig().data?.supportEmail
  return (
    <footer className="mt-24 border-line border-t py-8 text-ink-2 text-ui">
      <div className="page flex flex-wrap items-center justify-between gap-x-10">
        <a className="inline-flex min-h-11 items-center hover:text-ink hover:underline" href={paths.apiDocs}>
          API documentation
        </a>
        <p>
          Support:{' '}
          {supportEmail && (
            <>
              <a className="underline hover:text-ink" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>
              ,{' '}
            </>
          )}
          <span className="whitespace-nowrap">Monday-Friday, 9am-5pm GMT</span>
        </p>
      </div>
    </footer>
  )
}
