/**
 * What does not fit on the page as it stands, in words: text beside the screen, cut without a sign of it, or beside its own
 * box; what is covered; and what is too small to be pressed (WCAG 2.2, 2.5.8; 44 px on touch screens). It runs in the page.
 * @param exempt what may be smaller, as a selector: cells and bars whose size says something
 * @param width that of the screen: a phone lays a page out as wide as its content, so that `innerWidth` grows with it
 */
export function misfits({ exempt, width: screenWidth }: { exempt: string; width: number }): string[] {
  const found = new Set<string>()
  const wide = Math.max(innerWidth, document.documentElement.scrollWidth)
  if (wide > screenWidth) found.add(`the page is ${wide} pixels wide`)
  const isSeen = (one: Element) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const nameOf = (one: Element) =>
    `${one.tagName.toLowerCase()} “${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}”`
  const among = (one: Element, test: (style: CSSStyleDeclaration, at: Element) => boolean) => {
    for (let at: Element | null = one; at && at !== document.body; at = at.parentElement)
      if (test(getComputedStyle(at), at)) return true
    return false
  }
  const isScrolled = (one: Element) => among(one, ({ overflowX }) => /auto|scroll/.test(overflowX))
  const isShortened = (one: Element) =>
    among(one, ({ textOverflow, webkitLineClamp }) => textOverflow === 'ellipsis' || webkitLineClamp !== 'none')

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const own = node.parentElement
    if (!node.textContent?.trim() || !own || !isSeen(own) || own.closest('svg, script, style, noscript')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    // What only screen readers read is a pixel wide.
    if (text.width < 2 || own.clientWidth === 1 || isShortened(own)) continue
    const isBeside = text.right > screenWidth + 1 || text.left < -1
    if (isBeside && !isScrolled(own)) found.add(`beside the screen: ${nameOf(own)}`)
    if (/hidden|clip/.test(getComputedStyle(own).overflowX) && own.scrollWidth > own.clientWidth + 1)
      found.add(`cut: ${nameOf(own)}`)
    const box = own.closest('button, a, [role=tab], [role=cell], td, th')?.getBoundingClientRect()
    if (box && box.width > 2 && !isScrolled(own) && (text.right > box.right + 2 || text.left < box.left - 2))
      found.add(`beside its box: ${nameOf(own)}`)
  }

  const least = (matchMedia('(pointer: coarse)').matches ? 44 : 24) - 0.5
  const pressed =
    'button, a[href], input, select, textarea, [role=checkbox], [role=tab], [data-scope=segment-group][data-part=item]'
  for (const one of document.querySelectorAll(pressed)) {
    const { width, height, left, top } = one.getBoundingClientRect()
    if (!isSeen(one) || width < 3 || height < 3 || one.closest(exempt)) continue
    const around = (one.closest('label') ?? one).getBoundingClientRect()
    // A larger target may lie around what is drawn.
    const isGrown = ['::before', '::after'].some((part) => {
      const { content, position } = getComputedStyle(one, part)
      return content !== 'none' && position === 'absolute'
    })
    const isInline = getComputedStyle(one).display === 'inline'
    if (!isInline && !isGrown && (around.width < least || around.height < least))
      found.add(`${Math.round(width)} × ${Math.round(height)}: ${nameOf(one)}`)
    const [x, y] = [left + width / 2, top + height / 2]
    // Scrolled out of what holds it, it is not there to be covered.
    const isOut = among(one.parentElement ?? one, ({ overflowX }, at) => {
      const box = at.getBoundingClientRect()
      return overflowX !== 'visible' && (x < box.left || x > box.right || y < box.top || y > box.bottom)
    })
    const over = isOut ? null : document.elementFromPoint(x, y)
    if (!over || over === one || one.contains(over) || over.contains(one) || over.closest('label')) continue
    // Bars and dialogs lie over the page on purpose.
    if (!among(over, ({ position }) => /fixed|sticky|absolute/.test(position)))
      found.add(`covered by ${nameOf(over)}: ${nameOf(one)}`)
  }
  return [...found]
}
