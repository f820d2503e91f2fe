import { createContext, useContext, useEffect, type ReactNode } from 'react'
import { css, cx } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { useServices, type AddAction } from '../services/services.tsx'

export interface PageProps {
  /** Empty until it is known. */
  title: ReactNode
  /** A short text after the title, such as the number of records. */
  count?: ReactNode
  /** A line under the title. */
  sub?: ReactNode
  /** The breadcrumb above the title. */
  crumbs?: ReactNode
  /** An important notice across the top of the page. */
  banner?: ReactNode
  /** Filters and secondary actions beside the title. */
  actions?: ReactNode
  /** The page's main action, outlined where the content has a solid button; on a phone it is in the bottom bar. */
  add?: (AddAction & { variant?: 'solid' | 'outline' }) | null | undefined
  /** On phones only the breadcrumb is left of the header. */
  brief?: boolean
  /** The tabs between the header and the content. */
  tabs?: ReactNode
  /** A head of its own in the place of all of the above, across the page; it shows the main action of what is below it. */
  head?: ReactNode
  /** Covers the page with a spinner after 250 ms. */
  loading?: boolean
  children: ReactNode
}

/** Whether the page's head shows the main action of what is in the page. */
const ActionAbove = createContext(false)

/**
 * Shows an action in the bottom bar of phones, and in the page's head where that has a place for it, while the calling
 * component is mounted. True in such a page, where no other button is needed.
 */
export function useAddAction(add: PageProps['add']): boolean {
  const { page } = useServices()
  const { label, onAdd, icon } = add ?? {}
  useEffect(() => {
    if (!label || !onAdd) return undefined
    page.add.value = { label, onAdd, ...(icon && { icon }) }
    return () => {
      page.add.value = null
    }
  }, [page, label, onAdd, icon])
  return useContext(ActionAbove)
}

/** The layout of a screen: title, banner, add action and content (rule page-layout). */
export const Page = ({
  title,
  count,
  sub,
  crumbs,
  banner,
  actions,
  add,
  brief,
  tabs,
  head,
  loading,
  children,
}: PageProps) => {
  useAddAction(add)
  return (
    <>
      {banner}
      {head}
      <div className={cx(frame, !!head && belowHead)} aria-busy={loading || undefined}>
        {crumbs}
        {!head && (
          <header className={top} data-brief={brief || undefined}>
            <div className={titleBlock}>
              {title !== '' && (
                <h1 className={heading}>
                  {title}
                  {count !== undefined && <span className={counted}>{count}</span>}
                </h1>
              )}
              {sub && <p className={subtitle}>{sub}</p>}
            </div>
            {actions && <div className={tools}>{actions}</div>}
            {add && (
              <span className={atDesk}>
                <Button variant={add.variant ?? 'solid'} icon={add.icon ?? 'plus'} onClick={add.onAdd}>
                  {add.label}
                </Button>
              </span>
            )}
          </header>
        )}
        {tabs && <div className={parts}>{tabs}</div>}
        <ActionAbove value={!!head}>{children}</ActionAbove>
        {loading && (
          <div className={veil}>
            <Spinner />
          </div>
        )}
      </div>
    </>
  )
}

const frame = css({
  position: 'relative',
  padding: { base: '3.5', md: '22px 28px' },
  paddingBottom: { base: '6', md: '28px' },
})
/** What sticks in it does so below the head, of which one line stays. */
const belowHead = css({
  paddingTop: { md: '4' },
  '--sticky-top': { base: 'calc({sizes.bar.phone} + 2.75rem)', md: '6.25rem' },
})
const top = css({
  wrap: '2.5',
  marginBottom: { base: '3.5', md: '4.5' },
  '&[data-brief]': { mdDown: { srOnly: true } },
})
const titleBlock = css({ flex: '1', minWidth: 'min(12rem, 100%)' })
const heading = css({ textStyle: 'title', overflowWrap: 'anywhere' })
const tools = css({ wrap: '2.5', width: { base: 'full', lg: 'auto' } })
const parts = css({ marginBottom: '4.5' })
const counted = css({
  marginInlineStart: '3',
  fontSize: 'md',
  fontWeight: 'regular',
  letterSpacing: '0',
  color: 'muted',
})
const subtitle = css({ color: 'muted', marginTop: '0.5' })
const atDesk = css({ display: { base: 'none', md: 'block' } })
const veil = css({
  position: 'absolute',
  inset: '0',
  center: true,
  fontSize: 'title',
  color: 'primary',
  pointerEvents: 'none',
})
