import { invitationEmail } from '#server/features/access/emails/invitation.ts'
import {
  addressInUseEmail,
  emailChangeRequestedEmail,
  newEmailEmail,
} from '#server/features/accounts/emails/email-change.ts'
import { emailChangedEmail } from '#server/features/accounts/emails/email-changed.ts'
import { confirmationEmail } from '#server/features/accounts/emails/email-confirmation.ts'
import { passwordResetEmail } from '#server/features/accounts/emails/password-reset.ts'
import { signInNoticeEmail } from '#server/features/accounts/emails/sign-in-notice.ts'
import { notificationsEmail } from '#server/features/activity/emails/notifications.ts'
import { testEmail } from '#server/features/administration/emails/email-check.ts'
import { registrationInvitationEmail } from '#server/features/administration/emails/registration-invitation.ts'
import { backupAlertEmail } from '#server/features/backups/emails/backup-alert.ts'
import { collaborationEmail } from '#server/features/collaborators/emails/collaboration.ts'
import { contactEmail } from '#server/features/contact/emails/contact.ts'
import { domainNoticeEmail } from '#server/features/domains/emails/domain-notice.ts'
import { exportReadyEmail } from '#server/features/exports/emails/export-ready.ts'
import { followConfirmationEmail } from '#server/features/followers/emails/follow-confirmation.ts'
import { newPicturesEmail } from '#server/features/followers/emails/new-pictures.ts'
import { webhookOffEmail } from '#server/features/webhooks/emails/webhook-off.ts'
import type { EmailBrand, EmailContent } from '#server/platform/email/email-content.ts'
import { withUnsubscribeLink } from '#server/platform/email/unsubscribe-link.ts'

const site = 'https://photos.example'
const ownerName = 'Mara Lind'
const title = 'A Year Outside'
const settingsUrl = `${site}/account#mail`
const stopUrl = `${site}/emails/stop/Zk3vQ8nB1xYtR5mWcH7pLsD2fGjK9aE4uVoXiN6bTqC-8Xw2rVb7QkLmZ4tYc9PjNs`

const studio: EmailBrand = {
  name: 'Halden Studio',
  logoUrl: null,
  logoDarkUrl: null,
  accent: { light: '#2f6f5e', dark: '#429b83' },
}

const stoppable = (content: EmailContent) => withUnsubscribeLink(content, stopUrl)

/** Returns samples of every email we send, some with long or unusual input, for tests and previews. */
export function sampleEmails(pictureUrls: [string, string, string]): Record<string, EmailContent> {
  const [cover, second, third] = pictureUrls
  const pictures = [
    { url: cover, alt: 'Dunes at seven' },
    { url: second, alt: 'The slot, at eleven' },
    { url: third, alt: 'The sea at half past nine' },
  ]
  const invitation = {
    url: `${site}/i/01jcz8m4x2c7v9q5n3b6k1h0ta-8Xw2rVb7QkLmZ4tYc9PjNs`,
    name: 'Anna & Tom',
    ownerName,
    title,
    imageCount: 64,
    coverUrl: cover,
    message: 'Choose the ones for the book.\nTake your time.',
    may: { download: true, comment: true, choose: true, add: true },
    closesAt: '2026-11-30T23:59:00.000Z',
    timeZone: 'UTC',
  }
  const news = {
    title,
    ownerName,
    imageCount: 9,
    pictures,
    since: '2026-11-12T08:00:00.000Z',
    timeZone: 'UTC',
    url: `${site}/links/a-year-outside`,
    email: 'anna@example.org',
    leaveUrl: `${site}/follow/01jcz8m4x2c7v9q5n3b6k1h0ta-8Xw2rVb7QkLmZ4tYc9PjNs`,
  }
  const events = [
    {
      heading: 'Anna & Tom sent 12 favorites',
      caption: `From "${title}", with 2 notes`,
      quote: 'We love them all. The stairs are for the hallway.',
      url: `${site}/links/1/choices`,
      action: 'View favorites',
      chosen: {
        imageCount: 12,
        pictures: [...pictures, ...pictures],
        notes: [
          { heading: 'Dunes at seven', quote: 'For the cover, across both pages.' },
          { heading: 'IMG_2041.CR3.jpg', quote: 'A little darker, if you can.' },
        ],
      },
    },
    {
      heading: `Lena commented on an image in "${title}"`,
      caption: "It's hidden until you approve it",
      quote: 'Third from the left, that’s Grandma, isn’t it?',
      url: `${site}/activity`,
      action: 'Review comment',
    },
    {
      heading: '"Portraits" expires on Nov 18, 2026',
      caption: "After Nov 18, 2026, 11:59 PM UTC, visitors can't open it",
      url: `${site}/links/edit/2#expiry`,
      action: 'Extend',
    },
  ]
  return {
    'export-ready': exportReadyEmail({ url: `${site}/exports/4k2mQ8nB1xYtR5mW`, until: 'Nov 23, 2026' }),
    collaboration: stoppable(
      collaborationEmail({
        url: `${site}/collaborate/Zk3vQ8nB1xYtR5mWcH7pLsD2fGjK9aE4uV`,
        ownerName: 'Mara Lind',
        role: 'uploader',
        title: 'Anna & Tom',
      }),
    ),
    'email-change': stoppable(newEmailEmail({ url: `${site}/confirm-new-email/Zk3vQ8nB1xYtR5mWcH7pLsD2fGjK9aE4uV` })),
    'email-change-taken': stoppable(addressInUseEmail()),
    'email-change-requested': emailChangeRequestedEmail({ url: `${site}/account/security` }),
    'email-changed': emailChangedEmail({ url: `${site}/contact` }),
    ...Object.fromEntries(
      (['missing', 'found', 'lapsed'] as const).map((notice) => [
        notice === 'missing' ? 'domain-notice' : `domain-notice-${notice}`,
        domainNoticeEmail({
          notice,
          host: 'photos.halden.example',
          lapsesAt: '2026-11-30T12:00:00.000Z',
          url: `${site}/studio#domain`,
        }),
      ]),
    ),
    'sign-in-notice': signInNoticeEmail({ notice: 'passkey-added', url: `${site}/account/security` }),
    'webhook-off': webhookOffEmail({ url: `${site}/account/programs` }),
    'password-reset': passwordResetEmail({
      url: `${site}/reset-password/Zk3vQ8nB1xYtR5mWcH7pLsD2fGjK9aE4uVoXiN6bTqC`,
      revokesKeys: true,
    }),
    'email-confirmation': stoppable(
      confirmationEmail({ url: `${site}/confirm-email/4k2mQ8nB1xYtR5mWcH7pLsD2fGjK9aE4u` }),
    ),
    'registration-invitation': stoppable(
      registrationInvitationEmail({
        url: `${site}/register?invitation=4k2mQ8nB1xYtR5mWcH7pLsD2fGjK9aE4u`,
        host: 'photos.example',
      }),
    ),
    invitation: stoppable(invitationEmail(invitation)),
    'invitation-studio': stoppable(invitationEmail({ ...invitation, brand: studio })),
    'invitation-plain': stoppable(
      invitationEmail({
        ...invitation,
        title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützensammlung <b>1958</b>',
        imageCount: 1,
        coverUrl: undefined,
        message: '',
        may: { download: false, comment: false, choose: false, add: false },
        closesAt: null,
      }),
    ),
    contact: contactEmail({
      name: 'Ada',
      email: 'ada@example.org',
      subject: 'Prints larger than 60 × 90',
      message: 'Hello,\n\nIs there a way to order prints from a gallery?\n\nAda',
      createdAt: '2026-11-15T10:12:00.000Z',
      isPriority: true,
    }),
    'backup-alert': backupAlertEmail({
      failure: "There's no space left on /mnt/backup.",
      lastAt: '2026-11-14T03:06:00.000Z',
      host: 'photos.example',
      url: `${site}/admin`,
    }),
    'backup-alert-late': backupAlertEmail({
      failure: undefined,
      lastAt: '2026-11-14T03:06:00.000Z',
      host: 'photos.example',
      url: `${site}/admin`,
    }),
    'email-check': testEmail({ host: 'photos.example', url: `${site}/admin` }),
    'follow-confirmation': stoppable(followConfirmationEmail({ url: news.leaveUrl })),
    'follow-confirmation-studio': stoppable(followConfirmationEmail({ url: news.leaveUrl, brand: studio })),
    'new-pictures': newPicturesEmail(news),
    'new-pictures-studio': newPicturesEmail({ ...news, ownerName: studio.name, brand: studio }),
    'new-pictures-private': newPicturesEmail({ ...news, ownerName: '', imageCount: 1, pictures: [] }),
    'notifications-of-one': stoppable(
      notificationsEmail({ events: events.slice(0, 1), url: `${site}/activity`, settingsUrl }),
    ),
    notifications: stoppable(notificationsEmail({ events, url: `${site}/activity`, settingsUrl })),
  }
}
