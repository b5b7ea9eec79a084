import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Article } from "./article";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root");
createRoot(root).render(
  <StrictMode>
    <Article>
      <h1>An article</h1>
      <p>Its text, as the journal renders it.</p>
    </Article>
  </StrictMode>,
);
