import { css } from '#css/css'
import { CompanyLogo } from '#blocks/company-logo/company-logo.tsx'
import { usePublicServices } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { Mark } from '../shell/mark.tsx'
import { openDialog } from '#blocks/page/open-dialog.ts'
import { online } from '#blocks/outbox/online.ts'

/** The signed-out landing page; `waiting` is the number of changes on the device that have yet to be sent. */
export const WelcomeScreen = ({ waiting = 0 }: { waiting?: number }) => {
  const { settings } = usePublicServices()
  return (
    <div className={place}>
      <CompanyLogo className={logo}>
        <Mark className={mark} />
      </CompanyLogo>
      {/* Until the name is known, its line keeps its height. */}
      <h1 className={name}>{settings.value.company_name || '\u00a0'}</h1>
      <p className={text}>Sign in to see your projects, schedule and time.</p>
      {!online.value && (
        <p role="status" className={text}>
          No connection. You can sign in as soon as you are back online.
        </p>
      )}
      <Button size="lg" icon="log-in" onClick={() => void (openDialog.value = 'login')} disabled={!online.value}>
        Login
      </Button>
      {waiting > 0 && (
        <p role="status" className={text}>
          {waiting === 1
            ? '1 change waits on this device. It is sent when whoever made it signs in.'
            : `${waiting} changes wait on this device. They are sent when whoever made them signs in.`}
        </p>
      )}
      <Button variant="ghost" onClick={() => void (openDialog.value = 'install')}>
        Install App
      </Button>
    </div>
  )
}

const place = css({
  stack: '3',
  justifyItems: 'center',
  alignContent: 'center',
  minHeight: 'calc(100dvh - 7rem)',
  padding: '6',
  textAlign: 'center',
})
const mark = css({ width: '12', height: '20', color: 'mark' })
const logo = css({ maxHeight: '24', maxWidth: 'min(18rem, 100%)', padding: '2' })
const name = css({ textStyle: 'display' })
const text = css({ color: 'muted', maxWidth: 'reading', marginBottom: '3' })
