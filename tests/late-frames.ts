/** Milliseconds after which a timer takes the place of a frame. */
const LATE = 1000

/**
 * Menus, dialogs and drawers take the focus in the next frame. In full runs on two busy cores stories have waited for that
 * in vain, as if Chromium drew no frame of their page for a minute. A frame that does not come is run by a timer, which
 * says so. Pages that run several test files call it for each.
 */
function runLateFrames() {
  if ('ofLateFrames' in globalThis.requestAnimationFrame) return
  const request = globalThis.requestAnimationFrame.bind(globalThis)
  const cancel = globalThis.cancelAnimationFrame.bind(globalThis)
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  function forget(id: number) {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }
  function requestOrRun(callback: FrameRequestCallback) {
    const id = request((time) => {
      forget(id)
      callback(time)
    })
    const runLate = () => {
      forget(id)
      cancel(id)
      console.warn(`No frame came within ${LATE} ms: the page is ${document.visibilityState}.`)
      callback(performance.now())
    }
    timers.set(id, setTimeout(runLate, LATE))
    return id
  }
  globalThis.requestAnimationFrame = Object.assign(requestOrRun, { ofLateFrames: true })
  globalThis.cancelAnimationFrame = (id) => {
    forget(id)
    cancel(id)
  }
}

runLateFrames()
