//! Prints the text layer of a PDF as JSON, the form that `parse_pdf` reads:
//! `cargo run --release -p citelight-pdf --example text_layer -- paper.pdf > paper.json`

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let text = citelight_pdf::extract(&std::fs::read(&path)?)?;
        println!("{}", serde_json::to_string(&text)?);
    }
    Ok(())
}
