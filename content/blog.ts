/** The blog: questions and answers about React. Paragraphs are plain text; `code` is shown as it stands. */
export interface Entry {
  question: string;
  answer: string[];
  code?: string;
}

export const blog = {
  title: 'Blogs',
  intro: 'Questions about React that came up while this shop was built, and what we answer today.',
};

export const entries: Entry[] = [
  {
    question: 'When does a React component render again?',
    answer: [
      'When its own state changes, when its parent renders, or when a context it reads gets a new value. Props are not a cause of their own: they change because the parent rendered.',
      'Rendering is cheap as long as it only computes. What makes a page slow is usually one of two things: state that lives too high up, so that half the page renders at each key, or work inside the render that belongs into an event handler. Move the state down to where it is used first; measure before you memoize.',
    ],
  },
  {
    question: 'Where should state live?',
    answer: [
      'As close as possible to what shows it, and only once. What can be computed from props or other state is no state at all: compute it while rendering.',
      'Data of the server is a special case. The browser holds a copy that ages, so it needs a key, an age and a way to be asked for again. A query cache does exactly that, and most of what used to be called global state disappears with it. What remains is small: who is signed in, which theme is on, what is being typed.',
    ],
  },
  {
    question: 'What is an effect for, and what is it not for?',
    answer: [
      'An effect keeps something outside React in step with what is rendered: a subscription, a timer, a dialog of the browser. It starts something, and it returns how to stop it.',
      'It is not for computing values, and not for reacting to a click. A value that follows from other values is computed while rendering; what happens because of a click belongs into the handler, where one knows what was clicked.',
    ],
    code: `useEffect(() => {
  const timer = setInterval(look, 5000);
  return () => clearInterval(timer);
}, [look]);`,
  },
  {
    question: 'Why does every item of a list need a key?',
    answer: [
      'Because React compares the new list with the old one and has to know which item is which. With a stable key, an item that moves keeps its state and its focus. With the index as key, deleting the first row gives its state to the second.',
      'Take the id of the data. And use the other side of it: a new key makes React throw the old component away and start afresh, which is the simplest way to empty a form.',
    ],
  },
  {
    question: 'What is hydration, and why does it complain?',
    answer: [
      'The server sends finished HTML, which people can read before any script has arrived. In the browser React renders the same components once more and ties them to the elements that are there. That is hydration.',
      'It only works when both sides render the same. Dates, random numbers and whatever stands in local storage differ between server and browser, so the first render must not depend on them. This shop marks the theme and the session on the html element before the first paint and lets CSS choose; React learns about it afterwards.',
    ],
    code: `const identity = useSyncExternalStore(
  subscribe,
  readFromThisBrowser,
  () => undefined, // what the server knows: nothing
);`,
  },
  {
    question: 'How do I keep a form from losing what was typed?',
    answer: [
      'Do not tie the fields to data that is loaded again in the background. Give the form its starting values once, and let it own them until it is sent.',
      'When the server refuses, show its messages beside the fields and leave the values alone. When no answer comes, nobody knows whether the order was placed: send the same request again with the same idempotency key, and the server places it once.',
    ],
  },
  {
    question: 'Do I still need useMemo and useCallback?',
    answer: [
      'Less often than most code has them. They help when a computation is measurably slow, or when something else compares by identity: the dependencies of an effect, or a child wrapped in memo.',
      'Everywhere else they are one more thing to read. React’s compiler adds them where they pay, and code without them is the code it understands best.',
    ],
  },
];
