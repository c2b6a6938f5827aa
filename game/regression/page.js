// The border between two pictures follows its slider.
for (const input of document.querySelectorAll(".slider input"))
  input.addEventListener("input", () => input.parentNode.style.setProperty("--at", input.value + "%"));

// A link to a closed case opens it.
const open = () => { const found = document.getElementById(location.hash.slice(1)); if (found && "open" in found) found.open = true; };
addEventListener("hashchange", open);
open();
